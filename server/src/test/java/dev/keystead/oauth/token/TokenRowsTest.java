package dev.keystead.oauth.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.grant.AccessTokenId;
import dev.keystead.login.AtOnce;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.oauth.Application;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Rows of tokens are written together for many requests: whoever was answered has theirs, whatever became
/// of others.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenRowsTest {
    private static final int MANY = 64;
    private static final Map<String, String> FOR_ITSELF = Map.of("grant_type", "client_credentials");

    private final TestServer server = TestServer.start("--master-key", Town.MASTER_KEY);
    private final Application shop = Application.usual(Town.on(server));
    private final Application forge = Application.usual(Town.on(server));

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void everyTokenThatManyAskForAtOnceHasItsRow() throws Exception {
        List<Answer> answers = AtOnce.numbered(MANY, number -> (number % 2 == 0 ? shop : forge).token(FOR_ITSELF));
        assertThat(answers).extracting(Answer::status).containsOnly(200);
        assertThat(rowsOf(answers)).isEqualTo(MANY);
        assertThat(isActive(shop, answers.getFirst())).isTrue();
        assertThat(isActive(forge, answers.getFirst()))
                .as("another workspace's")
                .isFalse();
    }

    @Test
    void everyAnsweredTokenHasItsRowWhenConnectionsBreakMeanwhile() throws Exception {
        assertThat(shop.token(FOR_ITSELF).status()).isEqualTo(200);
        List<List<Answer>> answers = AtOnce.numbered(MANY, number -> number == 0 ? breakConnections() : askOften());
        List<Answer> all = answers.stream().flatMap(List::stream).toList();
        assertThat(all).extracting(Answer::status).isSubsetOf(200, 503);
        List<Answer> given =
                all.stream().filter(answer -> answer.status() == 200).toList();
        assertThat(given).isNotEmpty();
        assertThat(rowsOf(given)).isEqualTo(given.size());
        // The last ones may have broken while nobody used them: one request meets that, and no other.
        assertThat(shop.token(FOR_ITSELF).status()).isIn(200, 503);
        assertThat(shop.token(FOR_ITSELF).status()).as("afterwards").isEqualTo(200);
    }

    /// Some with a token of their own, some with one that others show too, one with one that is long over, some with
    /// rubbish: each hears what is true of theirs.
    @Test
    void ofManyWhoRefreshAtOnceEachGetsWhatTheirOwnTokenIsWorth() throws Exception {
        Town town = Town.on(server);
        Application store = Application.usual(town);
        Browser browser = town.browser();
        store.code(browser, town.person("ada"), store.request());
        List<String> own = IntStream.range(0, 12)
                .mapToObj(_ -> refreshToken(store.exchange(
                        Application.answer(store.ask(browser, store.request())).get("code"))))
                .toList();
        String shared = own.get(0);
        String stolen = own.get(1);
        refresh(store, refreshToken(refresh(store, stolen)));

        List<Answer> answers = AtOnce.numbered(24, number -> switch (number % 4) {
            case 0 -> refresh(store, shared);
            case 1 -> refresh(store, number == 1 ? stolen : "krft_" + number);
            default -> refresh(store, own.get(2 + (number / 4 * 2 + number % 2) % 10));
        });
        var successors = new HashSet<String>();
        for (int number = 0; number < answers.size(); number++) {
            Answer answer = answers.get(number);
            assertThat(answer.status()).as("%d: %s", number, answer.text()).isEqualTo(number % 4 == 1 ? 400 : 200);
            if (number % 4 == 0) {
                successors.add(refreshToken(answer));
            }
        }
        assertThat(successors).as("what the shared one became").hasSize(1);
        assertThat(rowsOf(answers.stream()
                        .filter(answer -> answer.status() == 200)
                        .toList()))
                .isEqualTo(18);
        assertThat(town.count("session.grants", "and revoked_why = 'replay'")).isEqualTo(1);
    }

    private static Answer refresh(Application application, String token) {
        return application.token(Map.of("grant_type", "refresh_token", "refresh_token", token));
    }

    private static String refreshToken(Answer tokens) {
        return tokens.json().path("refresh_token").asString();
    }

    private List<Answer> askOften() {
        var answers = new ArrayList<Answer>();
        for (int turn = 0; turn < 8; turn++) {
            answers.add(shop.token(FOR_ITSELF));
        }
        return answers;
    }

    /// What a PostgreSQL that is killed does to the server, again and again.
    private List<Answer> breakConnections() {
        for (int turn = 0; turn < 20; turn++) {
            server.execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = '"
                    + server.appLogin().user() + "' and pid <> pg_backend_pid()");
        }
        return List.of();
    }

    private static boolean isActive(Application asking, Answer tokens) {
        String token = tokens.json().path("access_token").asString();
        return asking.post("/oauth/v2/introspect", Map.of("token", token))
                .json()
                .path("active")
                .asBoolean();
    }

    private long rowsOf(List<Answer> answers) {
        String ids = answers.stream().map(TokenRowsTest::rowId).collect(Collectors.joining("','", "'", "'"));
        return server.count("select count(*) from session.access_tokens where id in (" + ids + ")");
    }

    private static String rowId(Answer answer) {
        try {
            String token = answer.json().path("access_token").asString();
            String jti = SignedJWT.parse(token).getJWTClaimsSet().getJWTID();
            return Prefix.ACCESS_TOKEN
                    .parse(jti, AccessTokenId::new)
                    .orElseThrow()
                    .value()
                    .toString();
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }
}
