package dev.keystead.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.Until;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Sessions on two nodes that share nothing but the database and the master key.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionNodesTest {
    /// The promise is one second. The limit of the wait is no part of it: a busy machine may pause longer.
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final TestServer here = TestServer.start(database, "--master-key", Town.MASTER_KEY);
    private final TestServer there = TestServer.start(database, "--master-key", Town.MASTER_KEY, "--roles", "web");
    private final Town town = Town.on(here);
    private final Person ada = town.person("ada");

    @AfterAll
    void stop() {
        here.close();
        there.close();
    }

    private int use(TestServer node, String token) {
        return node.as(token).get(town.path() + "/v1/me/sessions").status();
    }

    private void isOutEverywhere(Answer inside) {
        String token = Visit.accessToken(inside);
        assertThat(use(here, token)).isEqualTo(401);
        Until.holds("the other node refuses the session", LIMIT, () -> use(there, token) == 401);
        assertThat(refresh(there, Visit.refreshToken(inside)).status()).isEqualTo(401);
    }

    private static Answer refresh(TestServer node, String token) {
        return node.as("")
                .with("User-Agent", "visit/1")
                .post("/v1/sessions:refresh", "{\"refresh_token\":\"" + token + "\"}");
    }

    @Test
    void whatOneNodeEndsIsOverOnTheOther() {
        Answer inside = town.visit().signIn(ada.email(), Town.PASSWORD);
        assertThat(use(there, Visit.accessToken(inside))).isEqualTo(200);
        String id = inside.json().path("tokens").path("session_id").asString();
        assertThat(town.administrator()
                        .delete("/v1/users/" + ada.id().text() + "/sessions/" + id)
                        .status())
                .isEqualTo(204);
        isOutEverywhere(inside);
    }

    @Test
    void aCopiedTokenEndsTheSessionOnBoth() {
        Answer inside = town.visit().signIn(ada.email(), Town.PASSWORD);
        assertThat(use(there, Visit.accessToken(inside))).isEqualTo(200);
        assertThat(refresh(there, Visit.refreshToken(inside)).status()).isEqualTo(200);
        town.change("session.sessions", "rotated_at = rotated_at - interval '11 seconds'", "");
        assertThat(refresh(here, Visit.refreshToken(inside)).status()).isEqualTo(401);
        isOutEverywhere(inside);
    }

    @Test
    void whoeverIsSuspendedOnOneNodeIsOutOnTheOther() {
        Person bea = town.person("bea");
        Answer inside = town.visit().signIn(bea.email(), Town.PASSWORD);
        assertThat(use(there, Visit.accessToken(inside))).isEqualTo(200);
        town.administrator().post("/v1/users/" + bea.id().text() + ":suspend");
        isOutEverywhere(inside);
    }

    @Test
    void whatOneNodeRenewedTheOtherAccepts() {
        Answer inside = town.visit().signIn(ada.email(), Town.PASSWORD);
        Answer renewed = refresh(here, Visit.refreshToken(inside));
        assertThat(use(there, renewed.json().path("access_token").asString())).isEqualTo(200);
        assertThat(refresh(there, renewed.json().path("refresh_token").asString())
                        .status())
                .isEqualTo(200);
    }
}
