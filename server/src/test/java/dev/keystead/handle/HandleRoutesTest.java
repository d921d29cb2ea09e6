package dev.keystead.handle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What strangers and operators learn about handles.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandleRoutesTest {
    private final TestServer server = TestServer.start("--roles", "web");
    private final Registry registry = new Registry(server);

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "quite-free,true,",
        "Not A Handle,false,malformed",
        "x,false,malformed",
        "some.bot,false,malformed",
        "root,false,unavailable",
        "adm1n,false,unavailable",
        "admin,false,unavailable"
    })
    void aStrangerLearnsWhetherAHandleIsFree(String handle, boolean available, String obstacle) {
        Answer answer = registry.check(handle);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().path("available").booleanValue()).isEqualTo(available);
        assertThat(answer.json().path("obstacle").asString("")).isEqualTo(obstacle == null ? "" : obstacle);
    }

    /// Otherwise the answers would list the people and the words.
    @Test
    void aStrangerCannotTellWhoIsHereFromWhatIsReservedOrWas() {
        String taken = Registry.newHandle();
        String frozen = Registry.newHandle();
        server.makePerson(taken);
        registry.delete(server.makePerson(frozen).user());
        String reserved = registry.check("root").text().replace("root", "…");
        assertThat(registry.check(taken).text().replace(taken, "…")).isEqualTo(reserved);
        assertThat(registry.check(frozen).text().replace(frozen, "…")).isEqualTo(reserved);
    }

    @Test
    void whatLooksLikeAnotherHandleIsToldWithoutNamingIt() {
        server.makePerson("lookalike");
        Answer answer = registry.check("lookal1ke");
        assertThat(answer.json().path("obstacle").asString()).isEqualTo("alike");
        assertThat(answer.text()).doesNotContain("lookalike");
    }

    @Test
    void whoeverAsksTooOftenIsAskedToWait() {
        try (TestServer strict = TestServer.start("--roles", "web", "--handle-checks-per-source", "5")) {
            var asked = new Registry(strict);
            for (int i = 0; i < 5; i++) {
                assertThat(asked.check("free-" + i).status()).isEqualTo(200);
            }
            Answer refused = asked.check("free-6");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Retry-After")).isNotEmpty();
            assertThat(strict.as("")
                            .post("/v1/password-resets", "{\"identifier\":\"nobody\"}")
                            .status())
                    .as("other wishes have a count of their own")
                    .isEqualTo(202);
        }
    }

    @Test
    void anOperatorLearnsWhoHasAHandleAndWhyNobodyCan() {
        String handle = Registry.newHandle();
        String user = server.makePerson(handle).user().text();
        Answer held = registry.look(handle);
        assertThat(held.json().path("state").asString()).isEqualTo("individual");
        assertThat(held.json().path("user_id").asString()).isEqualTo(user);
        assertThat(registry.look("root").json().path("category").asString()).isEqualTo("system");
        assertThat(registry.look("r00t").json().path("alike").asString()).isEqualTo("root");
        assertThat(registry.look("never-wanted").json().path("state").asString())
                .isEqualTo("free");
        assertThat(registry.look("NOT").status()).isEqualTo(404);
        server.makePerson("similar");
        assertThat(registry.look("sim1lar").json().path("alike").asString()).isEqualTo("similar");
        assertThat(server.as("").get("/v1/handles/" + handle).status()).isEqualTo(401);
    }

    @Test
    void anOperatorReleasesWhatIsFrozenAndNothingElse() {
        String handle = Registry.newHandle();
        var user = server.makePerson(handle).user();
        String release = "/v1/handles/" + handle + ":release";
        assertThat(server.asAdministrator().post(release).status()).isEqualTo(409);
        registry.delete(user);
        Answer released = server.asAdministrator().post(release);
        assertThat(released.status()).as(released.text()).isEqualTo(200);
        assertThat(released.json().path("previous_user_id").asString()).isEqualTo(user.text());
        assertThat(server.asAdministrator().post(release).status()).isEqualTo(409);
        assertThat(server.asAdministrator()
                        .post("/v1/handles/never-there:release")
                        .status())
                .isEqualTo(404);
        assertThat(registry.check(handle).json().path("available").booleanValue())
                .isTrue();
        assertThat(registry.give(handle)).isTrue();
    }
}
