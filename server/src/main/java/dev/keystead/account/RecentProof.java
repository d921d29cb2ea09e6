package dev.keystead.account;

import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.policy.Policies;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;

/// Whether whoever acts proved not long ago who they are, as the workspace has decided what is long.
final class RecentProof {
    private final Policies policies;
    private final Clock clock;

    RecentProof(Policies policies, Clock clock) {
        this.policies = policies;
        this.clock = clock;
    }

    /// A key never gives one: it shows nothing about the person who holds it.
    boolean isGiven(Call call) {
        return isGivenWithin(call, policies.session(call.caller().tenant()).stepUp());
    }

    /// The same where the rules are stricter than the workspace may be.
    boolean isGiven(Call call, Duration most) {
        Duration age = policies.session(call.caller().tenant()).stepUp();
        return isGivenWithin(call, age.compareTo(most) < 0 ? age : most);
    }

    private boolean isGivenWithin(Call call, Duration age) {
        return call.caller()
                .session()
                .filter(session -> clock.instant().isBefore(session.provenAt().plus(age)))
                .isPresent();
    }

    /// Lets only those go on who gave one.
    ///
    /// @throws Refusal when there is none
    void require(Call call) {
        if (!isGiven(call)) {
            throw new Refusal(missing());
        }
    }

    /// The answer to a program.
    static Reply missing() {
        return Reply.refused(403, "step-up required");
    }

    /// Where a person gives one, and comes back to a page.
    ///
    /// @param page its path below the workspace's own
    static String address(Call call, String page) {
        String prefix = call.prefix();
        return prefix + "/step-up?return_to=" + URLEncoder.encode(prefix + page, StandardCharsets.UTF_8);
    }
}
