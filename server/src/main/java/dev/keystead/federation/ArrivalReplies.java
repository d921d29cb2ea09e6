package dev.keystead.federation;

import dev.keystead.login.FlowId;
import dev.keystead.login.SignInPages;
import dev.keystead.login.StepOutcome;
import dev.keystead.login.StepReplies;
import dev.keystead.login.Visitor;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import java.util.Optional;

/// What a browser is answered that comes back from another identity provider, by whichever protocol.
public final class ArrivalReplies {
    private final StepReplies steps;
    private final SignInPages signInPages;
    private final Pages pages;

    public ArrivalReplies(StepReplies steps, SignInPages signInPages, Pages pages) {
        this.steps = steps;
        this.signInPages = signInPages;
        this.pages = pages;
    }

    public Reply to(Call call, Visitor visitor, Arrival arrival) {
        return switch (arrival) {
            case Arrival.Onward(StepOutcome outcome) -> steps.to(call, visitor, outcome);
            case Arrival.Linked(ExternalIdentity _) -> Reply.seeOther(account(call) + "?done=linked");
            case Arrival.Refused(Why why, Optional<FlowId> flow) -> refused(call, visitor, why, flow);
        };
    }

    private Reply refused(Call call, Visitor visitor, Why why, Optional<FlowId> flow) {
        boolean inside = why == Why.LINKED_ELSEWHERE || why == Why.TOO_MANY;
        String signIn = call.prefix() + "/sign-in";
        String back = inside
                ? account(call)
                : flow.filter(_ -> why != Why.STATE)
                        .map(id -> signIn + "/" + id.text() + "?use=own")
                        .orElse(signIn);
        var page = new RefusedPage(signInPages.card(call, visitor, Optional.empty()), why, back, inside);
        return Reply.page(status(why), pages.html(page));
    }

    private static int status(Why why) {
        return switch (why) {
            case STATE, TOKEN, ISSUER -> 400;
            case UNREACHABLE, PROVIDER_ERROR -> 502;
            case EMAIL_TAKEN, LINKED_ELSEWHERE, TOO_MANY -> 409;
            case CONNECTION -> 404;
            case DENIED, TOO_OLD, NO_EMAIL, EMAIL_UNPROVEN, EMAIL_DOMAIN, OTHER_PROVIDER, UNKNOWN, CLOSED, SIGNED_OUT ->
                403;
        };
    }

    private static String account(Call call) {
        return call.prefix() + "/account/identities";
    }
}
