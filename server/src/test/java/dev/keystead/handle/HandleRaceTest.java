package dev.keystead.handle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer;
import dev.keystead.server.Until;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Many writers on three nodes that share nothing but the database and the master key.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandleRaceTest {
    private static final int WRITERS = 64;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String[] FLAGS = {
        "--master-key", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU=", "--roles", "web"
    };

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final TestServer first = TestServer.start(database, FLAGS);
    private final List<Registry> nodes = List.of(new Registry(first), another(), another());

    private Registry another() {
        return new Registry(TestServer.start(database, FLAGS), first.key());
    }

    @AfterAll
    void stop() {
        nodes.forEach(node -> node.server().close());
    }

    private static long winners(List<Boolean> results) {
        return results.stream().filter(won -> won).count();
    }

    private long holders(String condition) {
        return nodes.getFirst()
                .server()
                .count("select count(*) from identity.users u join identity.handle_registry h on h.holder_id = u.id and"
                        + " h.handle = u.handle where " + condition);
    }

    @Test
    void ofManyWritersOnOneNodeOneWins() throws Exception {
        String handle = Registry.newHandle();
        assertThat(winners(AtOnce.run(WRITERS, () -> nodes.getFirst().give(handle))))
                .isOne();
        assertThat(holders("u.handle = '" + handle + "'")).isOne();
    }

    @Test
    void ofManyWritersOnThreeNodesOneWins() throws Exception {
        String handle = Registry.newHandle();
        assertThat(winners(AtOnce.numbered(
                        WRITERS, number -> nodes.get(number % nodes.size()).give(handle))))
                .isOne();
        assertThat(holders("u.handle = '" + handle + "'")).isOne();
    }

    @Test
    void ofManyWhoWantWhatLooksAlikeOneWins() throws Exception {
        List<String> looks = List.of("race1ine", "raceline", "raceiine", "race-line", "race.line", "racel1ne");
        assertThat(winners(AtOnce.numbered(
                        48, number -> nodes.get(number % nodes.size()).give(looks.get(number % looks.size())))))
                .isOne();
        assertThat(holders("h.skeleton = 'racellne'")).isOne();
    }

    @Test
    void ofManyWhoWantAReleasedHandleOneWins() throws Exception {
        String handle = Registry.newHandle();
        Registry node = nodes.getFirst();
        node.delete(node.server().makePerson(handle).user());
        assertThat(node.server()
                        .asAdministrator()
                        .post("/v1/handles/" + handle + ":release")
                        .status())
                .isEqualTo(200);
        assertThat(winners(AtOnce.numbered(
                        WRITERS, number -> nodes.get(number % nodes.size()).give(handle))))
                .isOne();
        assertThat(holders("u.handle = '" + handle + "'")).isOne();
    }

    @Test
    void ofManyWhoRenameThemselvesToOneHandleOneWins() throws Exception {
        String handle = Registry.newHandle();
        var people = AtOnce.numbered(
                16,
                _ -> nodes.getFirst().server().makePerson(Registry.newHandle()).user());
        List<Boolean> won = AtOnce.numbered(
                people.size(),
                number -> nodes.get(number % nodes.size())
                                .rename(people.get(number), handle)
                                .status()
                        == 200);
        assertThat(winners(won)).isOne();
        assertThat(holders("u.handle = '" + handle + "'")).isOne();
    }

    @Test
    void whatOneNodeKeepsInMemoryIsForgottenWhenAnotherChangesIt() {
        String handle = Registry.newHandle();
        Registry here = nodes.getFirst();
        Registry there = nodes.getLast();
        assertThat(state(there, handle)).isEqualTo("free");
        var user = here.server().makePerson(handle).user();
        assertThat(state(here, handle)).as("on the node itself at once").isEqualTo("individual");
        Until.holds("the other node knows", LIMIT, () -> state(there, handle).equals("individual"));
        assertThat(there.look(handle).json().path("user_id").asString()).isEqualTo(user.text());
        here.delete(user);
        Until.holds(
                "the other node knows the end",
                LIMIT,
                () -> state(there, handle).equals("frozen"));
    }

    private static String state(Registry node, String handle) {
        return node.look(handle).json().path("state").asString();
    }
}
