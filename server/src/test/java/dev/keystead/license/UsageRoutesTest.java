package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.newCode;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class UsageRoutesTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Client client = SERVER.as(SERVER.makeOrganisation(
                    "u" + UuidV7.next().toString().replace("-", "").substring(14))
            .key());

    private String license(String constraints) {
        Answer made =
                assign(client, module(SERVER), workspaceNode(client), ",\"constraints\":{%s}".formatted(constraints));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return "/v1/licenses/" + made.id();
    }

    private String user() {
        return client.post("/v1/users", "{\"email\":\"%s@u.test\",\"display_name\":\"U\"}".formatted(newCode()))
                .id();
    }

    private List<Integer> atOnce(List<Callable<Integer>> calls) throws InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(calls).stream()
                    .map(done -> done.resultNow())
                    .toList();
        }
    }

    @Test
    void theLastSeatIsTakenOnce() throws Exception {
        String license = license("\"seats\":1");
        var takers = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 64; i++) {
            String user = user();
            takers.add(
                    () -> client.send("PUT", license + "/seats/" + user, null).status());
        }
        assertThat(atOnce(takers)).containsOnlyOnce(200).containsOnly(200, 409);
        assertThat(client.get(license + "/usage").json().path("seats_taken").intValue())
                .isOne();
        assertThat(client.get(license + "/seats").json().path("items")).hasSize(1);
    }

    @Test
    void aSeatIsReleasedAndTakenAgain() {
        String license = license("\"seats\":1");
        String one = user();
        String two = user();
        assertThat(client.send("PUT", license + "/seats/" + one, null).status()).isEqualTo(200);
        assertThat(client.send("PUT", license + "/seats/" + one, null).status())
                .as("they have it already")
                .isEqualTo(200);
        assertThat(client.send("PUT", license + "/seats/" + two, null).error()).isEqualTo("all 1 seats are taken");
        assertThat(client.delete(license + "/seats/" + one).status()).isEqualTo(204);
        assertThat(client.delete(license + "/seats/" + one).status()).isEqualTo(404);
        assertThat(client.send("PUT", license + "/seats/" + two, null).status()).isEqualTo(200);
        assertThat(client.send("PUT", license + "/seats/" + UserId.make(), null).status())
                .isEqualTo(404);
        assertThat(client.send("PUT", license("") + "/seats/" + one, null).status())
                .as("a licence for everybody")
                .isEqualTo(409);
        assertThat(client.patch(license, "{\"seats\":2}").status()).isEqualTo(200);
        client.send("PUT", license + "/seats/" + one, null);
        assertThat(client.patch(license, "{\"seats\":1}").error()).contains("2 seats are taken");
        assertThat(client.post(license + ":terminate").status()).isEqualTo(200);
        assertThat(client.get(license + "/usage").json().path("seats_taken").intValue())
                .isZero();
    }

    @Test
    void whoeverLeavesLeavesTheirSeat() {
        String license = license("\"seats\":2");
        var person = SERVER.makePerson(
                "p" + UuidV7.next().toString().replace("-", "").substring(14));
        String workspace = client.get("/v1/workspaces")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asString();
        String members = "/v1/workspaces/" + workspace + "/members";
        assertThat(client.post(members, "{\"user_id\":\"%s\",\"role\":\"viewer\"}".formatted(person.user()))
                        .status())
                .isEqualTo(201);
        assertThat(client.send("PUT", license + "/seats/" + person.user(), null).status())
                .isEqualTo(200);
        assertThat(client.delete(members + "/" + person.user()).status()).isEqualTo(204);
        assertThat(client.get(license + "/usage").json().path("seats_taken").intValue())
                .isZero();
    }

    @Test
    void theSameKeyCountsOnce() throws Exception {
        String license = license("\"usage_cap\":10");
        String body = "{\"key\":\"call-1\",\"amount\":4}";
        assertThat(atOnce(Collections.nCopies(
                        16, () -> client.post(license + "/usage", body).status())))
                .containsOnly(200);
        assertThat(client.get(license + "/usage").json().path("used").intValue())
                .isEqualTo(4);
        assertThat(client.post(license + "/usage", "{\"key\":\"call-1\",\"amount\":5}")
                        .status())
                .as("another amount")
                .isEqualTo(409);
    }

    @Test
    void theCapIsNeverExceeded() throws Exception {
        String license = license("\"usage_cap\":10");
        var calls = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 30; i++) {
            String body = "{\"key\":\"k%d\",\"amount\":3}".formatted(i);
            calls.add(() -> client.post(license + "/usage", body).status());
        }
        assertThat(atOnce(calls).stream().filter(status -> status == 200)).hasSize(3);
        assertThat(client.get(license + "/usage").json().path("used").intValue())
                .isEqualTo(9);
        assertThat(client.post(license + "/usage", "{\"key\":\"last\",\"amount\":1}")
                        .status())
                .isEqualTo(200);
        assertThat(client.post(license + "/usage", "{\"key\":\"zero\",\"amount\":0}")
                        .status())
                .isEqualTo(400);
        client.post(license + ":suspend");
        assertThat(client.post(license + "/usage", "{\"key\":\"later\",\"amount\":1}")
                        .status())
                .isEqualTo(409);
    }

    @Test
    void keysAreForgottenInTheEnd() {
        String license = license("");
        client.post(license + "/usage", "{\"key\":\"old\",\"amount\":1}");
        String id = license.substring(license.lastIndexOf('/') + 1);
        SERVER.execute("update licensing.usage_entries set expires_at = now() - interval '1 day'"
                + " where assignment_id = app.id_uuid('" + id + "')");
        SERVER.sweepWhatExpired();
        assertThat(SERVER.count(
                        "select count(*) from licensing.usage_entries where assignment_id = app.id_uuid('" + id + "')"))
                .isZero();
        assertThat(client.get(license + "/usage").json().path("used").intValue())
                .isOne();
    }
}
