package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.oauth.Application;
import dev.keystead.server.TestServer.Answer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Counts the round trips to PostgreSQL of what applications ask for.
///
/// The server listens for what other nodes change, which falls into some of the requests, and people are looked up
/// again after a second: the cheapest of many requests in a row is what one costs that finds everything known.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenRoundTripTest {
    private final TappedServer tapped = new TappedServer("--master-key", Town.MASTER_KEY);
    private final Town town = Town.on(tapped.server());
    private final Person ada = town.person("ada");
    private final Application shop = Application.usual(town);

    @AfterAll
    void stop() {
        tapped.close();
    }

    private void costs(long roundTrips, IntFunction<Answer> request) {
        assertThat(tapped.cost(turn -> {
                            Answer answer = request.apply(turn);
                            assertThat(answer.status()).as(answer.text()).isLessThan(400);
                            return answer;
                        })
                        .getMin())
                .isEqualTo(roundTrips);
    }

    private Answer tokens() {
        return shop.exchange(shop.code(ada));
    }

    private static String accessToken(Answer tokens) {
        return tokens.json().path("access_token").asString();
    }

    @Test
    void aClientGetsATokenForItselfInOne() {
        costs(1, _ -> shop.token(Map.of("grant_type", "client_credentials")));
    }

    @Test
    void aGrantIsRefreshedInTwo() {
        var newest = new AtomicReference<>(tokens());
        costs(2, _ -> {
            String token = newest.get().json().path("refresh_token").asString();
            newest.set(shop.token(Map.of("grant_type", "refresh_token", "refresh_token", token)));
            return newest.get();
        });
    }

    @Test
    void aTokenThatIsKnownIsIntrospectedInNone() {
        String token = accessToken(tokens());
        costs(0, _ -> shop.post("/oauth/v2/introspect", Map.of("token", token)));
    }

    @Test
    void userinfoOfSomebodyWhoIsKnownIsToldInNone() {
        String token = accessToken(tokens());
        costs(0, _ -> shop.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + token)));
    }

    @Test
    void keysAndMetadataAreToldInNone() {
        costs(0, _ -> shop.get("/.well-known/jwks.json", Map.of()));
        costs(0, _ -> shop.get("/.well-known/openid-configuration", Map.of()));
    }

    @Test
    void somebodyIsLetInByTheirPasswordInSix() {
        Visit visit = town.visit();
        costs(6, _ -> {
            visit.beginAs(ada.email());
            Answer inside = visit.password(Town.PASSWORD);
            assertThat(Visit.isInside(inside)).as(inside.text()).isTrue();
            return inside;
        });
    }

    @Test
    void whoSaysBothAtOnceIsLetInInFour() {
        Visit visit = town.visit();
        costs(4, _ -> {
            Answer inside = visit.beginWith(ada.email(), Town.PASSWORD);
            assertThat(Visit.isInside(inside)).as(inside.text()).isTrue();
            return inside;
        });
    }

    @Test
    void whoIsInsideGetsACodeInOneWhichIsExchangedInTwo() {
        Browser browser = town.browser();
        shop.code(browser, ada, shop.request());
        costs(1, _ -> shop.ask(browser, shop.request()));
        costs(
                3,
                _ -> shop.exchange(
                        Application.answer(shop.ask(browser, shop.request())).get("code")));
    }
}
