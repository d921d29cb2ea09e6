package dev.keystead.invite;

import dev.keystead.trust.Allowance;
import java.time.Duration;
import java.time.Instant;

/// How many invitations a person may make, and how many they made.
///
/// @param periodResetAt when the running 30 days are over
/// @param setByHand whether an operator decided what is allowed, which then does not follow from the score
public record Quota(
        int totalAllowed,
        int totalIssued,
        int totalRedeemed,
        int periodAllowed,
        int periodIssued,
        Instant periodResetAt,
        boolean setByHand) {
    /// How long a period is.
    static final Duration PERIOD = Duration.ofDays(30);

    /// The quota of somebody who has made no invitation yet.
    static Quota untouched(Allowance allowance, Instant now) {
        return new Quota(allowance.inAll(), 0, 0, allowance.perPeriod(), 0, now.plus(PERIOD), false);
    }

    /// Whether what is allowed is just that.
    boolean allows(Allowance allowance) {
        return periodAllowed == allowance.perPeriod() && totalAllowed == allowance.inAll();
    }

    /// How many can be made at a time, before the next period.
    public int left(Instant time) {
        int used = periodResetAt.isAfter(time) ? periodIssued : 0;
        return Math.max(0, Math.min(periodAllowed - used, totalAllowed - totalIssued));
    }

    /// Whether waiting for the next period would help.
    public boolean comesBack() {
        return periodAllowed > 0 && totalIssued < totalAllowed;
    }
}
