package dev.keystead.login;

import dev.keystead.gate.BrowserSessions;
import dev.keystead.login.SignInPages.Use;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.workspace.Workspace;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/// What a browser is answered after a step, whichever it was.
public final class StepReplies {
    private static final int UNPROCESSABLE = 422;

    private final Door door;
    private final SignInPages pages;
    private final BrowserSessions browsers;
    private final Clock clock;

    public StepReplies(Door door, SignInPages pages, BrowserSessions browsers, Clock clock) {
        this.door = door;
        this.pages = pages;
        this.browsers = browsers;
        this.clock = clock;
    }

    /// The answer to a step that no form of ours sent.
    public Reply to(Call call, Visitor visitor, StepOutcome outcome) {
        return to(call, visitor, Use.USUAL, "", outcome);
    }

    /// @param field of the form that was sent, where an error would stand
    Reply to(Call call, Visitor visitor, Use use, String field, StepOutcome outcome) {
        return switch (outcome) {
            case StepOutcome.Onward(Flow flow) ->
                Reply.seeOther(base(call) + "/" + flow.id().text());
            case StepOutcome.Inside inside -> {
                browsers.keep(call, inside.session());
                yield Reply.seeOther(inside.flow().returnTo().orElse(home(call)));
            }
            case StepOutcome.Proven(Flow flow) -> Reply.seeOther(flow.returnTo().orElse(home(call)));
            case StepOutcome.Elsewhere(Flow _, String typed, Workspace place) -> elsewhere(call, visitor, place, typed);
            case StepOutcome.Wrong(Flow flow, String key) -> {
                String sentence = visitor.language().text(key);
                FormErrors errors = Set.of("password", "code").contains(field)
                        ? FormErrors.field(field, sentence)
                        : FormErrors.whole(sentence);
                yield pages.show(call, visitor, flow, use, errors, UNPROCESSABLE);
            }
            case StepOutcome.Locked(Flow flow, Instant until) -> {
                long seconds = secondsUntil(until);
                yield pages.locked(call, visitor, flow, waiting(visitor, seconds))
                        .with("Retry-After", String.valueOf(seconds));
            }
            case StepOutcome.OverAndLocked(Instant until) -> {
                long seconds = secondsUntil(until);
                yield pages.over(call, visitor, FormErrors.whole(waiting(visitor, seconds)))
                        .with("Retry-After", String.valueOf(seconds));
            }
            case StepOutcome.Over() -> pages.over(call, visitor);
        };
    }

    private long secondsUntil(Instant until) {
        return Math.max(1, Duration.between(clock.instant(), until).toSeconds() + 1);
    }

    private static String waiting(Visitor visitor, long seconds) {
        return visitor.language().text("signin.locked", (seconds + 59) / 60);
    }

    /// Forms lead no further than their own site, so that a person at a workspace's own host follows a link.
    private Reply elsewhere(Call call, Visitor visitor, Workspace place, String typed) {
        String page = "/sign-in?login_hint=" + URLEncoder.encode(typed, StandardCharsets.UTF_8);
        boolean ownHost = call.workspaceSlug().isPresent() && call.prefix().isEmpty();
        return ownHost
                ? pages.elsewhere(call, visitor, door.addressOf(place) + page)
                : Reply.seeOther(Door.prefixOf(place) + page);
    }

    private static String base(Call call) {
        return call.prefix() + "/sign-in";
    }

    private static String home(Call call) {
        return call.prefix() + "/account";
    }
}
