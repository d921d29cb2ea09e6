package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ReportTest {
    private static final Watched WATCHED = new Watched(OptionalLong.of(1), OptionalLong.of(2));

    private static Run run(String group, String name, Watched watched) {
        Template nowhere = Template.parse("http://127.0.0.1:1/");
        HttpScenario scenario = new HttpScenario(
                name,
                nowhere,
                Template.parse(""),
                null,
                200,
                null,
                new Tenants(0, "t%d"),
                List.of(),
                "s",
                new AtomicLong());
        return new Run(group, name, scenario, watched);
    }

    /// A round of ten seconds.
    private static Measurement round(int operations, double millis, double serverCpu, double postgresCpu) {
        return new Measurement(
                10,
                0,
                operations * 2L,
                new Latencies.Summary(operations, millis, millis * 2, millis * 3, millis * 4),
                new Measurement.CpuPerOperation(serverCpu, postgresCpu, 0.01),
                100,
                new MachineNoise(80, 5, 0),
                Map.of());
    }

    private static final Run.Result SLOW = new Run.Result(
            run("refresh", "slow", WATCHED),
            List.of(round(1000, 8, 2, 1), round(900, 9, 2.2, 1), round(2000, 4, 1.9, 0.9)));
    private static final Run.Result FAST = new Run.Result(
            run("refresh", "fast", WATCHED),
            List.of(round(3000, 2, 0.5, 0.25), round(4000, 2, 0.5, 0.25), round(1000, 2, 0.5, 0.25)));

    @Test
    void ratiosAreOfMediansAgainstTheFirstRow() {
        String text = new Report(List.of(SLOW, FAST), Optional.empty()).text();
        assertThat(text).containsPattern("times slow +ops/s +p50 +p99 +server CPU +server\\+PG CPU");
        assertThat(text).containsPattern("slow +1\\.00 +1\\.00 +1\\.00 +1\\.00 +1\\.00 +110 %");
        assertThat(text).containsPattern("fast +3\\.00 +0\\.250 +0\\.250 +0\\.250 +0\\.250 +100 %");
    }

    @Test
    void theBaselineCanBeNamed() {
        String text = new Report(List.of(SLOW, FAST), Optional.of("fast")).text();
        assertThat(text).contains("times fast").containsPattern("slow +0\\.333 +4\\.00 +4\\.00 +4\\.00 +4\\.00");
    }

    @Test
    void medianAndBestOfTheRoundsStandSideBySide() {
        assertThat(new Report(List.of(SLOW), Optional.empty()).text())
                .contains("refresh: median of 3 rounds")
                .containsPattern("slow +100 +\\(200\\) +8\\.00 +16\\.0 +24\\.0 +36\\.0 +0 "
                        + "+2\\.00 +1\\.00 +3\\.00 +\\(2\\.80\\)");
    }

    @Test
    void severalScenariosOfTheSameServersEndInOneTable() {
        Run.Result slowKeys = new Run.Result(run("jwks", "slow", WATCHED), List.of(round(4000, 1, 0.2, 0)));
        Run.Result fastKeys = new Run.Result(run("jwks", "fast", WATCHED), List.of(round(9000, 1, 0.1, 0)));
        String text = new Report(List.of(FAST, SLOW, fastKeys, slowKeys), Optional.empty()).text();
        assertThat(text)
                .containsPattern("scenario +fast CPU ms/op +ops/s +slow CPU ms/op +ops/s +CPU: best other / fast")
                .containsPattern("refresh +0\\.500 \\+ 0\\.250 +300 +2\\.00 \\+ 1\\.00 +100 +4\\.00 +3\\.00")
                .containsPattern("jwks +0\\.100 \\+ 0\\.00 +900 +0\\.200 \\+ 0\\.00 +400 +2\\.00 +2\\.25");
    }

    @Test
    void whatCannotBeComparedHasNoSuchTable() {
        Run.Result alone = new Run.Result(run("jwks", "slow", WATCHED), List.of(round(4000, 1, 0.2, 0)));
        assertThat(new Report(List.of(FAST, SLOW), Optional.empty()).text()).doesNotContain("best other");
        assertThat(new Report(List.of(FAST, SLOW, alone), Optional.empty()).text())
                .doesNotContain("best other");
    }

    @Test
    void ratiosAreMadeWithinAGroupOnly() {
        Run.Result other = new Run.Result(run("jwks", "slow", WATCHED), List.of(round(9000, 1, 0.1, 0)));
        String text = new Report(List.of(SLOW, other), Optional.empty()).text();
        assertThat(text).contains("refresh: ", "jwks: ").doesNotContain("times slow");
    }

    @Test
    void whatWasNotMeasuredIsADashAndNull() {
        Run.Result blind =
                new Run.Result(run("x", "blind", Watched.NOTHING), List.of(round(10, 1, Double.NaN, Double.NaN)));
        Report report = new Report(List.of(blind), Optional.empty());
        assertThat(report.text())
                .containsPattern("blind .* +0 +- +- +- +\\(-\\)")
                .contains("--server-pid");
        assertThat(report.jsonLines().getFirst()).contains("\"server_cpu_ms_per_op\":null");
    }

    @Test
    void jsonHasALineForEachRoundAndOneForTheRun() {
        List<String> lines = new Report(List.of(SLOW, FAST), Optional.empty()).jsonLines();
        assertThat(lines).hasSize(8);
        assertThat(lines.getFirst())
                .startsWith(
                        "{\"kind\":\"round\",\"group\":\"refresh\",\"name\":\"slow\",\"round\":1,\"ops_per_s\":100,")
                .contains("\"requests_per_op\":2,");
        assertThat(lines.getLast())
                .startsWith("{\"kind\":\"run\",\"group\":\"refresh\",\"name\":\"fast\",\"rounds\":3,")
                .endsWith("\"baseline\":\"slow\",\"ratio\":{\"ops_per_s\":3,\"p50_ms\":0.25,\"p99_ms\":0.25,"
                        + "\"server_cpu_ms_per_op\":0.25,\"cpu_ms_per_op\":0.25}}");
    }

    @Test
    void noiseAndErrorsAreTold() {
        Measurement noisy = new Measurement(
                1,
                2,
                1,
                new Latencies.Summary(1, 1, 1, 1, 1),
                new Measurement.CpuPerOperation(1, 1, 1),
                1,
                new MachineNoise(10, 60, 3),
                Map.of("it broke", 2L));
        assertThat(new Report(
                                List.of(new Run.Result(run("x", "noisy", WATCHED), List.of(noisy, noisy))),
                                Optional.empty())
                        .text())
                .contains(
                        "error in noisy, 4 times: it broke",
                        "Others used up to 60.0 % of the machine and 3.00 % was stolen");
    }

    @Test
    void aRunWithoutSuccessIsNotUsable() {
        Run.Result nothing =
                new Run.Result(run("x", "none", WATCHED), List.of(round(0, Double.NaN, Double.NaN, Double.NaN)));
        assertThat(new Report(List.of(SLOW, nothing), Optional.empty()).isUsable())
                .isFalse();
        assertThat(new Report(List.of(SLOW), Optional.empty()).isUsable()).isTrue();
    }

    @Test
    void namesThatCannotBeComparedAreRefusedBeforehand() {
        List<Run> twins = List.of(run("x", "same", WATCHED), run("x", "same", WATCHED));
        assertThatThrownBy(() -> Report.refuseUnclear(twins, Optional.empty()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--peer");
        List<Run> one = List.of(run("x", "same", WATCHED));
        assertThatThrownBy(() -> Report.refuseUnclear(one, Optional.of("other")))
                .isInstanceOf(Refusal.class)
                .hasMessageContainingAll("`other`", "same");
    }
}
