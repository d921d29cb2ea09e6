package dev.keystead.trust;

/// How many people somebody may invite.
///
/// @param perPeriod in 30 days
/// @param inAll ever
public record Allowance(int perPeriod, int inAll) {
    /// By the score.
    public static Allowance of(int score) {
        if (score < 500) {
            return new Allowance(0, 0);
        }
        if (score < 1_500) {
            return new Allowance(1, 5);
        }
        if (score < 3_000) {
            return new Allowance(3, 20);
        }
        if (score < 5_000) {
            return new Allowance(5, 50);
        }
        if (score < 7_000) {
            return new Allowance(10, 150);
        }
        if (score < 8_500) {
            return new Allowance(20, 400);
        }
        return new Allowance(50, 2_000);
    }
}
