package dev.keystead.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TrailDesk;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Each workspace keeps what was done in it for as long as it decided.
class TrailRetentionTest {
    private final TestServer server = TestServer.start("--roles", "web");
    private final TrailDesk desk = new TrailDesk(server);
    private final PastMonths months = new PastMonths(server);
    private final Elsewhere usual = server.makeOrganisation("usual");
    private final Elsewhere patient = server.makeOrganisation("patient");
    private final Elsewhere hasty = server.makeOrganisation("hasty");

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer decide(Elsewhere place, int days) {
        return server.as(place.key())
                .send(
                        "PUT",
                        "/v1/workspaces/" + place.workspace().text() + "/policies/retention",
                        "{\"audit_days\":%d}".formatted(days));
    }

    private static UUID tenant(Elsewhere place) {
        return place.workspace().value();
    }

    private static YearMonth ago(int count) {
        return YearMonth.now(ZoneOffset.UTC).minusMonths(count);
    }

    private void intact(Elsewhere place) {
        assertThat(desk.verify(place.workspace()))
                .allSatisfy(report -> assertThat(report.tampering()).isEmpty());
    }

    @Test
    void everyWorkspaceHasItsOwnTime() {
        assertThat(decide(patient, 1_000).status()).isEqualTo(200);
        assertThat(decide(hasty, 100).status()).isEqualTo(200);
        for (int month : new int[] {20, 8}) {
            for (Elsewhere place : new Elsewhere[] {usual, patient, hasty}) {
                months.seal(ago(month), tenant(place), 20);
            }
        }

        assertThat(desk.cut()).isPositive();

        assertThat(months.rows(ago(20), tenant(patient)))
                .as("kept for 1000 days")
                .isPositive();
        assertThat(months.rows(ago(20), tenant(usual))).as("kept for a year").isZero();
        assertThat(months.rows(ago(8), tenant(usual))).isPositive();
        assertThat(months.rows(ago(20), tenant(hasty))).as("kept for 100 days").isZero();
        assertThat(months.rows(ago(8), tenant(hasty))).isZero();
        assertThat(months.isThere(ago(20))).as("somebody needs it").isTrue();
        intact(usual);
        intact(patient);
        intact(hasty);
        assertThat(server.count(
                        "select count(*) from audit.entries where event_type = 'retention.cut' and tenant_id = '"
                                + tenant(hasty) + "' and (payload ->> 'rows')::int > 0"))
                .isOne();
        assertThat(desk.cut()).as("nothing is left to do").isZero();

        assertThat(decide(patient, 365).status()).isEqualTo(200);
        assertThat(desk.cut()).as("the month, which nobody needs any more").isEqualTo(1);
        assertThat(months.isThere(ago(20))).isFalse();
        intact(patient);
    }

    @Test
    void aTimeOutsideTheBoundsIsRefused() {
        for (int days : new int[] {0, 89, 3_651}) {
            assertThat(decide(usual, days).status()).as(days + " days").isEqualTo(400);
        }
        assertThat(decide(usual, 90).status()).isEqualTo(200);
        assertThat(decide(usual, 3_650).status()).isEqualTo(200);
    }

    @Test
    void theDatabaseRefusesWhatIsYoungOrBehindNoCut() {
        months.seal(ago(20), tenant(usual), 20);
        String cut = "select app.cut_audit_rows('%s', '" + tenant(usual) + "', now() - interval '%d days')";
        assertThatThrownBy(() -> server.execute(cut.formatted("admin_audit", 89)))
                .hasMessageContaining("are kept for 90 days");
        assertThatThrownBy(() -> server.execute(cut.formatted("admin_audit", 100)))
                .hasMessageContaining("no signed checkpoint");
        assertThatThrownBy(() -> server.execute(cut.formatted("users", 100))).hasMessageContaining("is no trail");
        assertThatThrownBy(() -> server.execute(
                        "set role " + server.database().name() + "_app; " + cut.formatted("admin_audit", 100)))
                .hasMessageContaining("permission denied");
        assertThat(months.rows(ago(20), tenant(usual))).isPositive();
    }
}
