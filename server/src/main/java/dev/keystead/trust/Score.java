package dev.keystead.trust;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How far a person is trusted, and the parts of which that is made. Every part is rounded down to a whole
/// number.
///
/// @param value the sum of the parts without the penalties, from 0 to 10000, and for staff 8000 at least
public record Score(
        int value, int lineage, int tenure, int verification, int stewardship, int activity, int penalties) {
    public static final int MOST = 10_000;
    public static final int STAFF_LEAST = 8_000;

    public static final int LINEAGE_MOST = 3_000;
    private static final BigDecimal LINEAGE_KEPT = new BigDecimal("0.7");

    public static final int TENURE_MOST = 2_000;
    private static final int TENURE_FULL_DAYS = 730;

    public static final int VERIFICATION_MOST = 2_000;
    private static final int EMAIL = 400;
    private static final int PASSKEY = 600;
    private static final int APP = 300;
    private static final int WORKSPACE = 500;
    private static final int BADGE = 200;

    public static final int STEWARDSHIP_MOST = 2_000;
    private static final int GOOD_INVITEE = 200;

    public static final int ACTIVITY_MOST = 1_000;
    static final int ACTIVE_WINDOW_DAYS = 90;

    private static final double STRIKE = 2_000;
    private static final double REVOKED_INVITEE = 600;
    private static final double REVOKED_BELOW = 150;
    private static final double HALVING_DAYS = 180;

    /// The score of a person about whom these are the facts at a moment.
    public static Score of(Facts facts, Instant now) {
        int lineage = lineage(facts.depth(), facts.staff());
        int tenure = tenure(days(facts.since(), now));
        int verification = verification(facts.verified());
        int stewardship = Math.min(STEWARDSHIP_MOST, GOOD_INVITEE * facts.goodInvitees());
        int activity = ACTIVITY_MOST * Math.min(facts.activeOn().size(), ACTIVE_WINDOW_DAYS) / ACTIVE_WINDOW_DAYS;
        int penalties = (int) (decayed(STRIKE, facts.strikes(), now)
                + decayed(REVOKED_INVITEE, facts.revokedInvitees(), now)
                + decayed(REVOKED_BELOW, facts.revokedBelow(), now));
        int sum = lineage + tenure + verification + stewardship + activity - penalties;
        int value = Math.clamp(sum, facts.staff() ? STAFF_LEAST : 0, MOST);
        return new Score(value, lineage, tenure, verification, stewardship, activity, penalties);
    }

    /// The score of somebody of whom nothing is known but where they stand in the lineage.
    ///
    /// @param depth how far from the nearest of the staff
    public static int ofStanding(int depth, boolean staff) {
        return Math.max(staff ? STAFF_LEAST : 0, lineage(depth, staff));
    }

    /// Three tenths less with every invitation between the person and a member of staff; none for these,
    /// whoever invited them once. In decimals: a binary 0.7 is a little less, and 1470 would become 1469.
    private static int lineage(int depth, boolean staff) {
        return LINEAGE_KEPT
                .pow(staff ? 0 : depth, MathContext.DECIMAL64)
                .multiply(BigDecimal.valueOf(LINEAGE_MOST))
                .intValue();
    }

    /// Fast in the first weeks, slow later, and full after two years.
    private static int tenure(int days) {
        return (int) Math.min(TENURE_MOST, TENURE_MOST * Math.log1p(days) / Math.log1p(TENURE_FULL_DAYS));
    }

    private static int verification(Facts.Verified verified) {
        return (verified.email() ? EMAIL : 0)
                + (verified.passkey() ? PASSKEY : 0)
                + (verified.app() ? APP : 0)
                + (verified.workspace() ? WORKSPACE : 0)
                + (verified.badge() ? BADGE : 0);
    }

    /// What is left of penalties, each of which is half as much every 180 days.
    private static double decayed(double points, List<Instant> times, Instant now) {
        return times.stream()
                .mapToDouble(time -> points * Math.pow(0.5, days(time, now) / HALVING_DAYS))
                .sum();
    }

    /// Whole days; none when a clock was wrong and it lies ahead.
    private static int days(Instant from, Instant now) {
        return Math.clamp(Duration.between(from, now).toDays(), 0, Integer.MAX_VALUE);
    }

    /// What it allows a person to invite.
    public Allowance allowance() {
        return Allowance.of(value);
    }
}
