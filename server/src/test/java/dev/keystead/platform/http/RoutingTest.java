package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutingTest {
    private static final String READER = "Bearer reader";
    private static final String WRITER = "Bearer writer";
    private static final String KNOWN = new Widgets.WidgetId(Widgets.KNOWN).text();

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aKnownRouteAnswers() {
        HttpResponse<String> answer = server.get("/v1/widgets/" + KNOWN, "Authorization", READER);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("ETag")).hasValue("\"7\"");
        assertThat(answer.body())
                .isEqualTo(
                        "{\"id\":\"" + KNOWN
                                + "\",\"name\":\"a\",\"colour\":\"dark_blue\",\"created_at\":\"1970-01-01T00:00:00Z\",\"tags\":[]}");
    }

    @Test
    void aLiteralWinsOverAVariable() {
        HttpResponse<String> answer = server.get("/v1/widgets/newest", "Authorization", READER);
        assertThat(answer.body()).isEqualTo("{\"text\":\"did:keystead:key_test\"}");
    }

    @Test
    void anUnknownPathIsNotFoundEvenWithoutACredential() {
        assertThat(server.get("/v1/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void aWrongMethodIsToldWhatIsAllowedBeforeAnythingElse() {
        HttpResponse<String> answer = server.send("DELETE", "/v1/widgets/" + KNOWN, "");
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD, PATCH, OPTIONS");
        assertThat(answer.body()).startsWith("{\"error\":\"method not allowed\",\"request_id\":\"req_");
    }

    @Test
    void optionsTellsWhatIsAllowed() {
        HttpResponse<String> answer = server.send("OPTIONS", "/v1/widgets", "");
        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD, POST, OPTIONS");
    }

    @Test
    void headAnswersAsGetWithoutTheBody() {
        HttpResponse<String> get = server.get("/v1/long");
        HttpResponse<String> head = server.send("HEAD", "/v1/long", "");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("Content-Length"))
                .isEqualTo(get.headers().firstValue("Content-Length"));
    }

    @Test
    void withoutACredentialTheAnswerIs401() {
        HttpResponse<String> answer = server.get("/v1/widgets");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).startsWith("{\"error\":\"auth required\",");
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"keystead\"");
    }

    @Test
    void aWrongCredentialIs401() {
        HttpResponse<String> answer = server.get("/v1/widgets", "Authorization", "Bearer nonsense");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).startsWith("{\"error\":\"invalid token\",");
    }

    @Test
    void aWorkspaceOutOfReachIs404BeforeRightsAreLookedAt() {
        HttpResponse<String> answer = server.get("/t/other/v1/widgets", "Authorization", "Bearer stranger");
        assertThat(answer.statusCode()).isEqualTo(404);
    }

    @Test
    void aWorkspaceInReachIsSelectedByThePath() {
        assertThat(server.get("/t/acme/v1/widgets", "Authorization", READER).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aMissingRightIs403AndIsRecorded() {
        HttpResponse<String> answer = server.postJson("/v1/widgets", "not even json", "Authorization", READER);
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).startsWith("{\"error\":\"insufficient role\",");
        assertThat(server.refusals).contains("did:keystead:key_test POST /v1/widgets");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wdg_00000000000000000000000000",
                "wdg_short",
                "usr_01k9vt4ps07gz8mmbd3w72qq27",
                "WDG_01K9VT4PS07GZ8MMBD3W72QQ27",
                "%20",
                "x%00y"
            })
    void aMalformedIdAnswersExactlyLikeAnAbsentOne(String id) {
        String absent = new Widgets.WidgetId(UUID.randomUUID()).text();
        HttpResponse<String> expected = server.get("/v1/widgets/" + absent, "Authorization", READER);
        HttpResponse<String> answer = server.get("/v1/widgets/" + id, "Authorization", READER);
        if (!id.contains("%00")) {
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(withoutRequestId(answer.body())).isEqualTo(withoutRequestId(expected.body()));
        } else {
            assertThat(answer.statusCode()).isIn(400, 404);
        }
    }

    @Test
    void aVerbIsPartOfTheTemplate() {
        assertThat(server.send("GET", "/v1/widgets/" + KNOWN + ":polish", "").statusCode())
                .isEqualTo(405);
        assertThat(server.send("POST", "/v1/widgets/" + KNOWN + ":paint", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void anUnknownParameterIsNamed() {
        HttpResponse<String> answer = server.get("/v1/widgets?colr=red", "Authorization", READER);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .startsWith(
                        "{\"error\":\"colr is an unknown parameter\",\"fields\":{\"colr\":\"is an unknown parameter\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=1&limit=2",
                "limit=0",
                "limit=201",
                "limit=+5",
                "limit=1e1",
                "limit=",
                "colour=green",
                "q=",
                "q=%01",
                "cursor=!!!",
                "cursor=MTp4",
                "=x",
                "q=aaaaaaaaaaaaaaaaaaaaa"
            })
    void aWrongParameterIsRefused(String query) {
        assertThat(server.get("/v1/widgets?" + query, "Authorization", READER).statusCode())
                .isEqualTo(400);
    }

    @Test
    void pagesFollowOneAnotherToTheEnd() {
        HttpResponse<String> first = server.get("/v1/widgets?limit=100", "Authorization", READER);
        assertThat(first.body())
                .startsWith("{\"items\":[{\"text\":\"w0\"},")
                .contains("{\"text\":\"w99\"}],\"next_cursor\":\"");
        String cursor = first.body().replaceAll(".*next_cursor\":\"([^\"]+)\".*", "$1");
        HttpResponse<String> second = server.get("/v1/widgets?limit=100&cursor=" + cursor, "Authorization", READER);
        assertThat(second.body()).startsWith("{\"items\":[{\"text\":\"w100\"},").endsWith("],\"next_cursor\":null}");
    }

    @Test
    void aBugShowsNothingButTheRequestId() {
        HttpResponse<String> answer = server.get("/v1/broken");
        assertThat(answer.statusCode()).isEqualTo(500);
        String id = answer.headers().firstValue("X-Request-Id").orElseThrow();
        assertThat(answer.body()).isEqualTo("{\"error\":\"internal\",\"request_id\":\"" + id + "\"}");
    }

    @Test
    void aChangeThatIsNotAuditedIsABug() {
        assertThat(server.postJson("/v1/forgetful", "{\"text\":\"x\"}").statusCode())
                .isEqualTo(500);
    }

    @Test
    void aLostDatabaseIs503WithATimeToComeBack() {
        HttpResponse<String> answer = server.postJson("/v1/widgets", "{\"name\":\"a\"}", "Authorization", WRITER);
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    }

    @Test
    void ifMatchOnARouteThatDoesNotCheckItIsRefused() {
        HttpResponse<String> answer =
                server.postJson("/v1/widgets", "{\"name\":\"a\"}", "Authorization", WRITER, "If-Match", "\"1\"");
        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void aBodyWhereNoneIsTakenIsRefused() {
        HttpResponse<String> answer =
                server.postJson("/v1/widgets/" + KNOWN + ":polish", "{}", "Authorization", WRITER);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).startsWith("{\"error\":\"this route takes no body\"");
    }

    @Test
    void anIdempotencyKeyMustBeVisibleText() {
        HttpResponse<String> answer = server.postJson(
                "/v1/widgets", "{\"name\":\"a\"}", "Authorization", WRITER, "Idempotency-Key", "k".repeat(201));
        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void theObserverSeesTemplatesAndNotPaths() {
        server.get("/v1/widgets/" + KNOWN + "?token=secret", "Authorization", READER);
        assertThat(server.observed).contains("GET /v1/widgets/{id} 400").noneMatch(line -> line.contains("secret"));
    }

    @Test
    void twoRoutesForTheSameRequestsAreRefused() {
        Route one = Route.get("/a/{x}", "One").open("test").answers(Shape.nothing(), _ -> Reply.empty());
        Route two = Route.get("/a/{x}", "Two").open("test").answers(Shape.nothing(), _ -> Reply.empty());
        Route named = Route.post("/a/{y}", "Three")
                .tenant("write:x")
                .audits("x.make")
                .takesNothing()
                .answers(Shape.nothing(), (_, _) -> Reply.empty());
        assertThatThrownBy(() -> new RouteTable(List.of(one, two)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("would answer the same requests");
        assertThatThrownBy(() -> new RouteTable(List.of(one, named)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name their variables differently");
    }

    private static String withoutRequestId(String body) {
        return body.replaceAll("req_[a-z0-9]{26}", "REQ");
    }
}
