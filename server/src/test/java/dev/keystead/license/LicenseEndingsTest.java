package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class LicenseEndingsTest {
    /// Nothing on it sends mails, or runs the job by itself.
    private static final TestServer SERVER = TestServer.start("--roles", "web");

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);
    private final Elsewhere place = SERVER.makeOrganisation(
            "n" + UuidV7.next().toString().replace("-", "").substring(14));
    private final Client client = SERVER.as(place.key());

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private void anOwner() {
        SERVER.makeOwner(place);
        SERVER.execute("update identity.users set status = 'active' where tenant_id = '%s'"
                .formatted(place.workspace().value()));
    }

    private String license(String members) {
        Answer made = assign(client, module(SERVER), workspaceNode(client), members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    private String license(LocalDate to, String members) {
        return license(",\"effective_to\":\"%s\"%s".formatted(to, members));
    }

    /// Lets days pass for a licence.
    private void age(String license, int days) {
        SERVER.execute(("update licensing.license_assignments set effective_from = effective_from - %1$d,"
                        + " effective_to = effective_to - %1$d, expires_at = expires_at - interval '%1$d days'"
                        + " where id = app.id_uuid('%2$s')")
                .formatted(days, license));
    }

    private String status(String license) {
        return client.get("/v1/licenses/" + license).json().path("status").asString();
    }

    private long entries(String action, String license) {
        return SERVER.count("select count(*) from audit.written where event_type = '%s' and resource_id = '%s'"
                .formatted(action, license));
    }

    private long mails() {
        return SERVER.count("select count(*) from events.mails where purpose = 'license' and tenant_id = '%s'"
                .formatted(place.workspace().value()));
    }

    @Test
    void whatHasEndedExpiresAndMayBeRenewed() {
        String running = license(today, "");
        String over = license(today, "");
        String byMoment = license(",\"constraints\":{\"expires_at\":\"%sT23:59:59Z\"}".formatted(today.plusDays(1)));
        age(over, 1);
        age(byMoment, 3);
        TestJobs.run(SERVER, "license-endings");
        assertThat(status(running)).isEqualTo("active");
        assertThat(status(over)).isEqualTo("expired");
        assertThat(status(byMoment)).isEqualTo("expired");
        assertThat(entries("license.expire", over)).isOne();
        var latest = client.get("/v1/licenses/" + over + "/history")
                .json()
                .path("items")
                .get(0);
        assertThat(latest.path("change").asString()).isEqualTo("expired");
        assertThat(latest.path("changed_by").asString()).isEqualTo("did:internal:licences");
        assertThat(client.patch("/v1/licenses/" + over, "{\"seats\":1}").status())
                .isEqualTo(409);
        Answer renewed = client.post(
                "/v1/licenses/" + over + ":renew", "{\"effective_to\":\"%s\"}".formatted(today.plusDays(90)));
        assertThat(renewed.json().path("status").asString()).isEqualTo("active");
    }

    private String reasonOn(String license, LocalDate day) {
        var terms = client.get("/v1/licenses/" + license).json();
        return client.get("/v1/nodes/%s/entitlements?day=%s"
                        .formatted(terms.path("node_id").asString(), day))
                .json()
                .path("items")
                .valueStream()
                .filter(item -> item.path("module")
                        .asString()
                        .equals(terms.path("module").asString()))
                .findFirst()
                .orElseThrow()
                .path("reason")
                .asString();
    }

    private Map<LocalDate, String> reasons(String license) {
        Map<LocalDate, String> reasons = new TreeMap<>();
        for (int days = -12; days <= 1; days++) {
            reasons.put(today.plusDays(days), reasonOn(license, today.plusDays(days)));
        }
        return reasons;
    }

    @Test
    void anyDayHasTheSameAnswerBeforeAndAfterTheJob() {
        String over = license(today.plusDays(3), "");
        age(over, 8);
        String byMoment = license(",\"constraints\":{\"expires_at\":\"%sT12:00:00Z\"}".formatted(today.plusDays(3)));
        age(byMoment, 8);
        String converting = license(
                today.plusDays(2),
                ",\"trial\":true,\"converts\":true,\"constraints\":{\"expires_at\":\"%sT12:00:00Z\"}"
                        .formatted(today.plusDays(5)));
        age(converting, 9);
        var before = List.of(reasons(over), reasons(byMoment), reasons(converting));
        assertThat(before.getFirst())
                .containsEntry(today.minusDays(9), "NOT_LICENSED")
                .containsEntry(today.minusDays(8), "GRANTED")
                .containsEntry(today.minusDays(5), "GRANTED")
                .containsEntry(today.minusDays(4), "EXPIRED");
        assertThat(before.getLast())
                .as("it went on as a licence after its trial")
                .containsEntry(today.minusDays(5), "GRANTED")
                .containsEntry(today.minusDays(3), "EXPIRED");
        TestJobs.run(SERVER, "license-endings");
        for (String license : List.of(over, byMoment, converting)) {
            assertThat(status(license)).isEqualTo("expired");
        }
        assertThat(List.of(reasons(over), reasons(byMoment), reasons(converting)))
                .isEqualTo(before);
    }

    @Test
    void nothingIsCountedOrSeatedAfterTheEnd() {
        String over = license(today, ",\"constraints\":{\"seats\":2}");
        String user = client.post(
                        "/v1/users", "{\"email\":\"%s@n.test\",\"display_name\":\"N\"}".formatted(UuidV7.next()))
                .id();
        String path = "/v1/licenses/" + over;
        assertThat(client.post(path + "/usage", "{\"key\":\"a\",\"amount\":1}").status())
                .isEqualTo(200);
        age(over, 1);
        for (String when : List.of("before the job", "after it")) {
            Answer counted = client.post(path + "/usage", "{\"key\":\"b\",\"amount\":1}");
            assertThat(counted.status()).as(when).isEqualTo(409);
            assertThat(counted.json().path("reason").asString()).isEqualTo("NOT_IN_FORCE");
            Answer seated = client.send("PUT", path + "/seats/" + user, null);
            assertThat(seated.status()).as(when).isEqualTo(409);
            assertThat(seated.json().path("reason").asString()).isEqualTo("NOT_IN_FORCE");
            TestJobs.run(SERVER, "license-endings");
        }
        assertThat(client.get(path + "/usage").json().path("used").intValue()).isOne();
        String converting = license(today, ",\"trial\":true,\"converts\":true");
        age(converting, 1);
        assertThat(client.post("/v1/licenses/" + converting + "/usage", "{\"key\":\"c\",\"amount\":1}")
                        .status())
                .as("it goes on, though nobody has written that down")
                .isEqualTo(200);
    }

    @Test
    void aTrialConvertsOrExpires() {
        String converting = license(today, ",\"trial\":true,\"converts\":true");
        String ending = license(today, ",\"trial\":true");
        age(converting, 1);
        age(ending, 1);
        TestJobs.run(SERVER, "license-endings");
        assertThat(status(converting)).isEqualTo("active");
        assertThat(client.get("/v1/licenses/" + converting)
                        .json()
                        .path("effective_to")
                        .isNull())
                .isTrue();
        assertThat(status(ending)).isEqualTo("expired");
        assertThat(entries("license.convert", converting)).isOne();
        assertThat(entries("license.expire", ending)).isOne();
    }

    @Test
    void theEndIsToldOnceAtEachStepAndAgainAfterRenewal() {
        anOwner();
        String license = license(today.plusDays(31), "");
        TestJobs.run(SERVER, "license-endings");
        assertThat(entries("license.warn_ending", license)).isZero();
        int told = 0;
        for (int days : new int[] {1, 23, 6}) {
            age(license, days);
            told++;
            TestJobs.run(SERVER, "license-endings");
            TestJobs.run(SERVER, "license-endings");
            assertThat(entries("license.warn_ending", license)).isEqualTo(told);
            assertThat(mails()).isEqualTo(told);
        }
        client.post("/v1/licenses/" + license + ":renew", "{\"effective_to\":\"%s\"}".formatted(today.plusDays(20)));
        TestJobs.run(SERVER, "license-endings");
        assertThat(entries("license.warn_ending", license)).isEqualTo(4);
        assertThat(SERVER.count("select count(*) from events.outbox where subject = 'identity.license.ending_warned.v1'"
                        + " and tenant_id = '%s'".formatted(place.workspace().value())))
                .isEqualTo(4);
    }

    @Test
    void severalNodesTellOnce() throws Exception {
        anOwner();
        String license = license(today.plusDays(5), "");
        Callable<Long> run = () -> TestJobs.run(SERVER, "license-endings");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(Collections.nCopies(6, run))
                    .forEach(done -> assertThat(done.state()).isEqualTo(Future.State.SUCCESS));
        }
        assertThat(entries("license.warn_ending", license)).isOne();
        assertThat(mails()).isOne();
    }
}
