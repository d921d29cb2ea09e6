package dev.keystead.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The formula, by examples that were computed by hand and by what must hold for any facts.
class ScoreTest {
    private static final Instant NOW = Instant.parse("2026-11-16T03:00:00Z");
    private static final Facts.Verified NOTHING_SHOWN = new Facts.Verified(false, false, false, false, false);
    private static final Facts NEWCOMER =
            new Facts(NOW, false, 0, NOTHING_SHOWN, 0, Collections.emptySortedSet(), List.of(), List.of(), List.of());

    private static final Supposition STRUCK =
            new Supposition(null, null, null, null, null, null, null, null, 1, null, null);
    private static final Supposition INVITEE_REVOKED =
            new Supposition(null, null, null, null, null, null, null, null, null, 1, null);
    private static final Supposition REVOKED_BELOW =
            new Supposition(null, null, null, null, null, null, null, null, null, null, 1);
    private static final Supposition ONE_MORE_GOOD =
            new Supposition(null, null, null, null, null, null, null, 1, null, null, null);
    private static final Supposition WITH_PASSKEY =
            new Supposition(null, null, true, null, null, null, null, null, null, null, null);
    private static final Supposition ALWAYS_HERE =
            new Supposition(null, null, null, null, null, null, 90, null, null, null, null);

    private static Instant ago(long days) {
        return NOW.minus(Duration.ofDays(days));
    }

    private static SortedSet<LocalDate> days(int count) {
        LocalDate today = LocalDate.ofInstant(NOW, ZoneOffset.UTC);
        return IntStream.range(0, count)
                .mapToObj(today::minusDays)
                .collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    }

    private static Facts with(Facts f, boolean staff, int depth) {
        return new Facts(
                f.since(),
                staff,
                depth,
                f.verified(),
                f.goodInvitees(),
                f.activeOn(),
                f.strikes(),
                f.revokedInvitees(),
                f.revokedBelow());
    }

    private static Facts here(Instant since, Facts.Verified verified, int goodInvitees, int activeDays) {
        return new Facts(since, false, 0, verified, goodInvitees, days(activeDays), List.of(), List.of(), List.of());
    }

    private static Facts punished(List<Instant> strikes, List<Instant> invitees, List<Instant> below) {
        return new Facts(NOW, false, 0, NOTHING_SHOWN, 0, Collections.emptySortedSet(), strikes, invitees, below);
    }

    @ParameterizedTest
    @CsvSource({"0, 3000", "1, 2100", "2, 1470", "3, 1029", "4, 720", "5, 504", "10, 84", "100, 0"})
    void lineageIsThreeTenthsLessWithEachInvitation(int depth, int points) {
        Score score = Score.of(with(NEWCOMER, false, depth), NOW);
        assertThat(score.lineage()).isEqualTo(points);
        assertThat(score.value()).isEqualTo(points);
    }

    /// 2000 ln(1 + days) / ln 731: ln 2 is 0.6931, ln 31 is 3.4340, ln 366 is 5.9026 and ln 731 is 6.5944.
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 210", "30, 1041", "365, 1790", "730, 2000", "3650, 2000"})
    void tenureIsFullAfterTwoYears(long days, int points) {
        assertThat(Score.of(here(ago(days), NOTHING_SHOWN, 0, 0), NOW).tenure()).isEqualTo(points);
    }

    @ParameterizedTest
    @CsvSource({
        "true, false, false, false, false, 400",
        "false, true, false, false, false, 600",
        "false, false, true, false, false, 300",
        "false, false, false, true, false, 500",
        "false, false, false, false, true, 200",
        "true, true, true, true, true, 2000"
    })
    void verificationIsTheSumOfWhatWasShown(
            boolean email, boolean passkey, boolean app, boolean workspace, boolean badge, int points) {
        var verified = new Facts.Verified(email, passkey, app, workspace, badge);
        assertThat(Score.of(here(NOW, verified, 0, 0), NOW).verification()).isEqualTo(points);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 200", "9, 1800", "10, 2000", "1000, 2000"})
    void tenGoodInviteesAreAsGoodAsAThousand(int invitees, int points) {
        assertThat(Score.of(here(NOW, NOTHING_SHOWN, invitees, 0), NOW).stewardship())
                .isEqualTo(points);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 11", "45, 500", "89, 988", "90, 1000"})
    void activityIsTheShareOfNinetyDays(int days, int points) {
        assertThat(Score.of(here(NOW, NOTHING_SHOWN, 0, days), NOW).activity()).isEqualTo(points);
    }

    /// 2000 times the root of one half is 1414.2.
    @ParameterizedTest
    @CsvSource({"0, 2000", "90, 1414", "180, 1000", "360, 500", "1800, 1"})
    void aStrikeIsHalfAsMuchEvery180Days(long days, int points) {
        assertThat(Score.of(punished(List.of(ago(days)), List.of(), List.of()), NOW)
                        .penalties())
                .isEqualTo(points);
    }

    @Test
    void penaltiesOfAllKindsAddUp() {
        Score score = Score.of(punished(List.of(ago(180)), List.of(NOW, ago(180)), List.of(NOW, NOW, ago(360))), NOW);
        assertThat(score.penalties()).isEqualTo(1000 + 600 + 300 + 150 + 150 + 37);
        assertThat(score.value()).isEqualTo(3000 - 2237);
    }

    @Test
    void aWholeLifeOfAnHonestPersonIsTheirSum() {
        var verified = new Facts.Verified(true, true, false, false, false);
        var facts = new Facts(ago(365), false, 2, verified, 4, days(60), List.of(), List.of(ago(180)), List.of());
        // 1470 by lineage, 1790 by time, 1000 shown, 800 by invitees, 666 by days, and 300 off.
        assertThat(Score.of(facts, NOW)).isEqualTo(new Score(5426, 1470, 1790, 1000, 800, 666, 300));
    }

    @Test
    void theBestThereIsIsTenThousand() {
        var everything = new Facts.Verified(true, true, true, true, true);
        assertThat(Score.of(here(ago(3650), everything, 50, 90), NOW).value()).isEqualTo(10_000);
    }

    @Test
    void nobodyIsBelowNothing() {
        assertThat(Score.of(punished(List.of(NOW, NOW, NOW), List.of(), List.of()), NOW)
                        .value())
                .isZero();
    }

    @Test
    void whoBecameStaffStandsAtTheTopWhoeverInvitedThem() {
        assertThat(Score.of(with(NEWCOMER, true, 3), NOW).lineage()).isEqualTo(3_000);
        assertThat(Score.of(with(NEWCOMER, false, 3), NOW).lineage()).isEqualTo(1_029);
    }

    @ParameterizedTest
    @CsvSource({"0,3000", "1,2100", "2,1470", "3,1029", "6,352", "40,0"})
    void standingFadesWithEachGeneration(int depth, int score) {
        assertThat(Score.ofStanding(depth, false)).isEqualTo(score);
        assertThat(Score.ofStanding(depth, true)).as("the staff have a floor").isEqualTo(8_000);
    }

    @Test
    void staffHaveEightThousandAtLeastAndMoreIfTheyEarnedIt() {
        assertThat(Score.of(with(NEWCOMER, true, 0), NOW).value()).isEqualTo(8_000);
        Facts punished = punished(List.of(NOW, NOW), List.of(), List.of());
        assertThat(Score.of(with(punished, true, 0), NOW).value()).isEqualTo(8_000);
        var everything = new Facts.Verified(true, true, true, true, true);
        assertThat(Score.of(with(here(ago(730), everything, 10, 45), true, 0), NOW)
                        .value())
                .isEqualTo(9_500);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "499, 0, 0",
        "500, 1, 5",
        "1499, 1, 5",
        "1500, 3, 20",
        "2999, 3, 20",
        "3000, 5, 50",
        "4999, 5, 50",
        "5000, 10, 150",
        "6999, 10, 150",
        "7000, 20, 400",
        "8499, 20, 400",
        "8500, 50, 2000",
        "10000, 50, 2000"
    })
    void theScoreAllowsInvitations(int score, int perPeriod, int inAll) {
        assertThat(Allowance.of(score)).isEqualTo(new Allowance(perPeriod, inAll));
    }

    @Test
    void forAnyFactsTheScoreIsInItsBoundsAndMovesTheRightWay() {
        var random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            Facts facts = any(random);
            Score score = Score.of(facts, NOW);
            assertThat(score.value()).isBetween(facts.staff() ? 8_000 : 0, 10_000);
            assertThat(score.penalties()).isNotNegative();
            assertThat(suppose(facts, STRUCK)).isLessThanOrEqualTo(score.value());
            assertThat(suppose(facts, INVITEE_REVOKED)).isLessThanOrEqualTo(score.value());
            assertThat(suppose(facts, REVOKED_BELOW)).isLessThanOrEqualTo(score.value());
            assertThat(suppose(facts, ONE_MORE_GOOD)).isGreaterThanOrEqualTo(score.value());
            assertThat(suppose(facts, WITH_PASSKEY)).isGreaterThanOrEqualTo(score.value());
            assertThat(suppose(facts, ALWAYS_HERE)).isGreaterThanOrEqualTo(score.value());
            assertThat(Score.of(with(facts, facts.staff(), facts.depth() + 1), NOW)
                            .value())
                    .isLessThanOrEqualTo(score.value());
            assertThat(Score.of(facts, NOW.plus(Duration.ofDays(180))).penalties())
                    .as("half of %d", score.penalties())
                    .isBetween(score.penalties() / 2 - 1, score.penalties() / 2 + 1);
        }
    }

    private static int suppose(Facts facts, Supposition supposed) {
        return Score.of(facts.supposing(supposed, NOW), NOW).value();
    }

    private static Facts any(Random random) {
        return new Facts(
                ago(random.nextInt(3_000)),
                random.nextInt(10) == 0,
                random.nextInt(12),
                new Facts.Verified(
                        random.nextBoolean(),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        random.nextBoolean()),
                random.nextInt(20),
                days(random.nextInt(91)),
                times(random),
                times(random),
                times(random));
    }

    private static List<Instant> times(Random random) {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(_ -> ago(random.nextInt(1_000)))
                .toList();
    }
}
