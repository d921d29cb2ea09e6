package dev.keystead.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import org.junit.jupiter.api.Test;

/// Deleted users who come back before their data is erased.
class RestoreTest {
    private final TestServer server = TestServer.shared();
    private final Client administrator = server.asAdministrator();
    private final String handle =
            "b" + UuidV7.next().toString().replace("-", "").substring(14);
    private final Person person = server.makePerson(handle);
    private final String path = "/v1/users/" + person.user().text();

    private void delete() {
        assertThat(administrator.delete(path).status()).isEqualTo(204);
    }

    private Answer restore() {
        return administrator.post(path + ":restore");
    }

    private String registered() {
        return server.look()
                .text("select allocation_kind || coalesce(' ' || app.id_text('usr', holder_id), '')"
                        + " || coalesce(' watched' || substr(due_at::text, 1, 0), '')"
                        + " from identity.handle_registry where handle = '" + handle + "'");
    }

    @Test
    void somebodyComesBackWithTheirHandle() {
        delete();
        assertThat(registered()).isEqualTo("frozen");
        assertThat(server.as(person.key()).get("/v1/me").status()).isEqualTo(401);
        Answer restored = restore();
        assertThat(restored.status()).as(restored.text()).isEqualTo(200);
        assertThat(restored.json().path("status").asString()).isEqualTo("active");
        assertThat(restored.json().path("handle").asString()).isEqualTo(handle);
        assertThat(registered()).isEqualTo("individual " + person.user().text() + " watched");
        assertThat(server.count("select count(*) from audit.written where event_type = 'user.restore'"
                        + " and resource_id = '" + person.user().text() + "'"))
                .isOne();
        assertThat(restore().status()).as("they are back").isEqualTo(409);
    }

    @Test
    void somebodyIsWhatTheyWere() {
        assertThat(administrator.post(path + ":suspend").status()).isEqualTo(200);
        delete();
        assertThat(restore().json().path("status").asString()).isEqualTo("suspended");
    }

    @Test
    void aHandleThatWentToSomebodyElseKeepsThemAway() {
        delete();
        assertThat(administrator.post("/v1/handles/" + handle + ":release").status())
                .isEqualTo(200);
        Person other = server.makePerson(handle);
        Answer refused = restore();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("handle");
        assertThat(administrator.get(path).status()).isEqualTo(404);
        assertThat(registered()).startsWith("individual " + other.user().text());
    }

    @Test
    void whoIsBeingErasedDoesNotComeBack() {
        delete();
        server.execute("update identity.users set erasure_begun_at = now() where id = '"
                + person.user().value() + "'");
        assertThat(restore().status()).isEqualTo(404);
        assertThat(administrator
                        .post("/v1/users/" + UserId.make().text() + ":restore")
                        .status())
                .isEqualTo(404);
    }
}
