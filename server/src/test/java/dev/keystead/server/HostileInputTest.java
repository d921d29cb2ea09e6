package dev.keystead.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What no honest client sends, at the edges of the routes of features: it is refused with a sentence, never a 500.
class HostileInputTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final Client CLIENT =
            SERVER.as(SERVER.makeOrganisation("hostile-" + Long.toString(System.nanoTime(), 36))
                    .key());
    private static final List<String> LISTS =
            List.of("/v1/users", "/v1/workspaces", "/v1/api-keys", "/v1/audit", "/v1/licenses", "/v1/connections");

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static Answer create(String email, String name) {
        return CLIENT.post("/v1/users", "{\"email\":\"%s\",\"display_name\":\"%s\"}".formatted(email, name));
    }

    private static void refused(Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.error()).isNotBlank();
    }

    static Stream<String> wrongIds() {
        String good = create(UuidV7.next() + "@hostile.test", "Good").id();
        String body = good.substring("usr_".length());
        return Stream.of(
                "wrk_" + body,
                "apk_" + body,
                "USR_" + body,
                good.toUpperCase(java.util.Locale.ROOT),
                "usr_" + body.toUpperCase(java.util.Locale.ROOT),
                good + "0",
                good.substring(0, good.length() - 1),
                "usr_8" + body.substring(1),
                "usr-" + body,
                body,
                "usr_" + "l".repeat(26),
                "usr_" + "0".repeat(5_000),
                good + "%00",
                "%00",
                good + "%20",
                good + "%0a",
                good + "%2f",
                good + "%2e%2e",
                good + ";x=1",
                "%e2%80%8b" + good,
                "usr_%EF%BC%90" + body.substring(1),
                "%ff%fe",
                "'%20or%201=1--",
                "..");
    }

    @ParameterizedTest
    @MethodSource("wrongIds")
    void anIdThatIsNotOneOfAUserIsNotFound(String id) {
        for (Answer answer : List.of(
                CLIENT.get("/v1/users/" + id),
                CLIENT.patch("/v1/users/" + id, "{\"display_name\":\"x\"}"),
                CLIENT.post("/v1/users/" + id + ":suspend"),
                CLIENT.delete("/v1/users/" + id))) {
            // Where the address itself is broken HTTP, it is refused before any route is sought.
            assertThat(answer.status()).as("%s: %s", id, answer.text()).isIn(404, 400, 405);
            assertThat(answer.text()).doesNotContain("Good");
        }
    }

    @Test
    void aPercentEncodedSpellingOfAnIdIsTheSameId() {
        String good = create(UuidV7.next() + "@hostile.test", "Encoded").id();
        Answer answer = CLIENT.get("/v1/users/" + good.replace("_", "%5f").replace("u", "%75"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.id()).isEqualTo(good);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "201", "-1", "abc", "", "1e2", "+5", "05", "5%20", "99999999999999999999", "٣", "1.0", "0x5"
            })
    void aLimitOutsideOfOneToTwoHundredIsRefused(String limit) {
        for (String list : LISTS) {
            Answer answer = CLIENT.get(list + "?limit=" + encoded(limit).replace("%2520", "%20"));
            refused(answer, 400);
            assertThat(answer.error()).contains("limit");
        }
    }

    static Stream<String> wrongCursors() {
        return Stream.of(
                        "2147483647:x",
                        "2147483640:" + UuidV7.next(),
                        "-1:x",
                        "36:short",
                        "1:x",
                        "36:" + UuidV7.next() + "1:x",
                        "0:",
                        "x",
                        ":",
                        "36:' or 1=1; drop table identity.users;--ab",
                        "+36:" + UuidV7.next(),
                        "36:" + "z".repeat(36),
                        "1:a".repeat(9))
                .map(plain -> Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @MethodSource("wrongCursors")
    void aCursorThatNoListGaveIsRefused(String cursor) {
        for (String list : LISTS) {
            Answer answer = CLIENT.get(list + "?cursor=" + cursor);
            refused(answer, 400);
            assertThat(answer.error()).contains("cursor");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"!!!!", "AA==", "_", "é", "AAAA", "gICA"})
    void aCursorThatIsNotEvenWrittenLikeOneIsRefused(String cursor) {
        for (String list : LISTS) {
            refused(CLIENT.get(list + "?cursor=" + encoded(cursor)), 400);
        }
        refused(CLIENT.get("/v1/users?cursor=" + "A".repeat(1_025)), 400);
    }

    @Test
    void aCursorOfAnotherListReadsNothingThatIsNotTheCallers() {
        IntStream.range(0, 3).forEach(i -> create(UuidV7.next() + "@cursor.test", "Cursor " + i));
        String cursor =
                CLIENT.get("/v1/users?limit=1").json().path("next_cursor").asString();
        for (String list : LISTS) {
            assertThat(CLIENT.get(list + "?cursor=" + cursor).status()).isEqualTo(200);
        }
        Client stranger = SERVER.as(SERVER.makeOrganisation("stranger-" + Long.toString(System.nanoTime(), 36))
                .key());
        assertThat(stranger.get("/v1/users?cursor=" + cursor).json().path("items"))
                .isEmpty();
    }

    @Test
    void aSearchTextIsTextAndNoPattern() {
        create("100percent@wild.test", "100% sure");
        create("under.score@wild.test", "under_score");
        create("quote@wild.test", "O'Neil \\\\ \\\"x\\\"");
        assertThat(found("100%")).containsExactly("100percent@wild.test");
        assertThat(found("under_")).containsExactly("under.score@wild.test");
        assertThat(found("o'neil \\")).containsExactly("quote@wild.test");
        assertThat(found("%")).isEmpty();
        assertThat(found("_")).isEmpty();
        assertThat(found("' or '1'='1")).isEmpty();
        assertThat(found(".*")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000b", "a\nb", "\u202eabc", "\u0007", " abc", "\ufeffa"})
    void aSearchTextWithControlCharactersIsRefused(String text) {
        refused(CLIENT.get("/v1/users?q=" + encoded(text)), 400);
    }

    @Test
    void aSearchTextOfTenThousandCharactersIsRefused() {
        refused(CLIENT.get("/v1/users?q=" + "a".repeat(101)), 400);
        refused(CLIENT.get("/v1/users?q=" + "a".repeat(10_000)), 400);
        refused(CLIENT.get("/v1/users?q=" + encoded("ﷺ".repeat(101))), 400);
        assertThat(CLIENT.get("/v1/users?q=" + encoded("ﷺ".repeat(100))).status())
                .isEqualTo(200);
        refused(CLIENT.get("/v1/users?q=a&q=b"), 400);
        refused(CLIENT.get("/v1/users?q=%ff"), 400);
        refused(CLIENT.get("/v1/users?q=%c0%80"), 400);
    }

    private static List<String> found(String start) {
        Answer answer = CLIENT.get("/v1/users?q=" + encoded(start));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json()
                .path("items")
                .valueStream()
                .map(user -> user.path("email").asString())
                .toList();
    }

    static Stream<String> wrongBodies() {
        return Stream.of(
                "{\"email\":\"a@b.test\",\"email\":\"c@d.test\",\"display_name\":\"x\"}",
                "{\"email\":\"a@b.test\",\"display_name\":\"\\ud800\"}",
                "{\"email\":\"a@b.test\",\"display_name\":\"x\\udc00y\"}",
                "{\"email\":\"a@b.test\",\"display_name\":\"\\u0000\"}",
                "{\"email\":\"a@b.test\",\"display_name\":\"\\u202etxet\"}",
                "{\"email\":\"a@b.test\",\"display_name\":\"" + "x".repeat(201) + "\"}",
                "{\"email\":\"a@b.test\",\"display_name\":[\"x\"]}",
                "{\"email\":\"a@b.test\",\"display_name\":{\"x\":1}}",
                "{\"email\":\"a@b.test\",\"display_name\":null}",
                "{\"email\":\"a@b.test\",\"display_name\":\"x\",\"tenant_id\":\"wrk_1\"}",
                "{\"email\":\"a@b.test\",\"display_name\":\"x\",\"kind\":\"\\ud800\"}",
                "{\"email\":\"a@b.test\",\"display_name\":\"x\",\"kind\":\"service\"}",
                "{\"email\":\"a@b.test\",\"display_name\":\"x\",\"\\ud800\":1}",
                "{\"email\":\"a@b.test\",\"display_name\":\"x\",\"locale\":\"" + "a-".repeat(5_000) + "\"}",
                "{\"email\":\"a@b.test\",\"display_name\":\"x\",\"timezone\":\"../../etc/passwd\"}",
                "{\"email\":\"a@b.test\",\"display_name\":1e999999999}",
                "[".repeat(20_000),
                "{\"a\":".repeat(8_000) + "1" + "}".repeat(8_000),
                "{\"email\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}",
                "[]",
                "null",
                "\"text\"",
                "{} {}",
                "{\"email\":\"a@b.test\",}",
                "\ufeff{}");
    }

    @ParameterizedTest
    @MethodSource("wrongBodies")
    void aBodyThatIsNotAUserIsRefused(String body) {
        refused(CLIENT.post("/v1/users", body), 400);
        assertThat(CLIENT.get("/v1/users?q=a@b.test").json().path("items")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "аdmin",
                "admın",
                "ａdmin",
                "Admin",
                "a",
                "-ab",
                "ab-",
                "a--b",
                "a..b",
                "1ab",
                "ab\\u0000",
                "ab\\n",
                "a\\u200db",
                "abcdefghijklmnopqrstu",
                "a/b",
                "a%62",
                "ádmin",
                "K\\u212a"
            })
    void aHandleWithLettersThatOnlyLookRightIsRefused(String handle) {
        Answer answer = CLIENT.post(
                "/v1/users", "{\"email\":\"h@b.test\",\"display_name\":\"x\",\"handle\":\"" + handle + "\"}");
        refused(answer, 400);
        assertThat(answer.json().path("fields").path("handle").asString()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "аcme",
                "acmе",
                "Acme",
                "ａcme",
                "acme_x",
                "-acme",
                "acme-",
                "a--b",
                "a",
                "1acme",
                "acme\\n",
                "system",
                "admin",
                "acme\\u0000",
                "ac\\u00adme"
            })
    void aSlugWithLettersThatOnlyLookRightIsRefused(String slug) {
        Answer answer = CLIENT.post("/v1/workspaces", "{\"slug\":\"" + slug + "\",\"name\":\"x\"}");
        refused(answer, 400);
        assertThat(answer.json().path("fields").path("slug").asString()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"straße@x.test", "STRAẞE@x.test", "İ@x.test", "\u212aelvin@x.test", "a@ｘ.test", "a@x.tеst"})
    void anAddressOutsideOfAsciiIsRefused(String email) {
        refused(create(email, "Case"), 400);
    }

    @Test
    void addressesThatDifferInCaseAreOne() {
        String local = "Case.Pair+" + Long.toString(System.nanoTime(), 36);
        assertThat(create(local + "@x.test", "Case").status()).isEqualTo(201);
        refused(create(local.toUpperCase(java.util.Locale.ROOT) + "@X.TEST", "Case"), 409);
        refused(create(local.toLowerCase(java.util.Locale.ROOT) + "@x.Test", "Case"), 409);
    }

    @Test
    void ofManyWhoTakeOneAddressAtOnceOneGetsIt() throws Exception {
        String body = "{\"email\":\"race@hostile.test\",\"display_name\":\"Race\"}";
        List<Callable<Integer>> tries = new ArrayList<>();
        IntStream.range(0, 64)
                .forEach(_ -> tries.add(() -> CLIENT.post("/v1/users", body).status()));
        var statuses = new ArrayList<Integer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> status : threads.invokeAll(tries)) {
                statuses.add(status.get());
            }
        }
        assertThat(statuses)
                .containsOnlyOnce(201)
                .filteredOn(status -> status != 201)
                .hasSize(63)
                .containsOnly(409);
        assertThat(found("race@hostile.test")).hasSize(1);
    }

    @Test
    void everyNameOfTheLongestLengthCanBeStoredAndFound() {
        var random = new java.util.Random(7);
        for (int[] range : new int[][] {{0x4e00, 0x9fff}, {0x20000, 0x2a6df}, {0xfdf0, 0xfdfc}, {0x1f300, 0x1f5ff}}) {
            String name = random.ints(200, range[0], range[1])
                    .filter(Character::isDefined)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            String email = UuidV7.next() + "@long.test";
            Answer answer = create(email, name);
            assertThat(answer.status()).as(answer.text()).isEqualTo(201);
            assertThat(found(name.substring(0, 20))).contains(email);
        }
    }
}
