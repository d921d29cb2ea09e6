package dev.keystead.invite;

import java.math.BigDecimal;
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

    private static final BigDecimal ROOT_LINEAGE = BigDecimal.valueOf(3_000);
    private static final BigDecimal KEPT_BY_GENERATION = new BigDecimal("0.7");
    private static final int STAFF_FLOOR = 8_000;

    /// What a score allows.
    ///
    /// @param period in 30 days
    /// @param total ever
    public record Tier(int period, int total) {}

    /// What somebody with a score of 0 to 10,000 may invite. Nothing else decides it.
    public static Tier tierOf(int score) {
        if (score < 500) {
            return new Tier(0, 0);
        } else if (score < 1_500) {
            return new Tier(1, 5);
        } else if (score < 3_000) {
            return new Tier(3, 20);
        } else if (score < 5_000) {
            return new Tier(5, 50);
        } else if (score < 7_000) {
            return new Tier(10, 150);
        } else if (score < 8_500) {
            return new Tier(20, 400);
        }
        return new Tier(50, 2_000);
    }

    /// The score of somebody of whom nothing is known but where they stand in the lineage.
    ///
    /// @param depth how far from the nearest of the staff
    public static int scoreOf(int depth, boolean staff) {
        // In decimals, which are exact: a whole number must not become a little less.
        int lineage = ROOT_LINEAGE.multiply(KEPT_BY_GENERATION.pow(depth)).intValue();
        return staff ? Math.max(STAFF_FLOOR, lineage) : lineage;
    }

    /// The quota of somebody who has made no invitation yet.
    static Quota untouched(Tier tier, Instant now) {
        return new Quota(tier.total(), 0, 0, tier.period(), 0, now.plus(PERIOD), false);
    }

    /// Whether what is allowed is just that.
    boolean allows(Tier tier) {
        return periodAllowed == tier.period() && totalAllowed == tier.total();
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
