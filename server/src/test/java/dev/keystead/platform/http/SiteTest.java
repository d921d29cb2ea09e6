package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class SiteTest {
    private static final ObjectMapper JSON = new ObjectMapper();
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
    void readinessTellsEachCheck() {
        assertThat(server.get("/readyz").body())
                .isEqualTo("{\"status\":\"ready\",\"checks\":[{\"name\":\"database\",\"passes\":true}]}");
        server.databaseUp.set(false);
        HttpResponse<String> answer = server.get("/readyz");
        server.databaseUp.set(true);
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body())
                .isEqualTo("{\"status\":\"not ready\",\"checks\":[{\"name\":\"database\",\"passes\":false}]}");
    }

    @Test
    void metricsNeedTheirToken() {
        assertThat(server.get("/metrics").statusCode()).isEqualTo(401);
        assertThat(server.get("/metrics", "Authorization", "Bearer scrape-me").body())
                .isEqualTo("up 1\n");
    }

    @Test
    void staticFilesAreKeptForEverAndRevalidated() {
        String page = server.get("/").body();
        Matcher sheet = Pattern.compile("href=\"(/assets/keystead\\.[0-9a-f]{16}\\.css)\"")
                .matcher(page);
        assertThat(sheet.find()).isTrue();
        HttpResponse<String> file = server.get(sheet.group(1));
        assertThat(file.headers().firstValue("Cache-Control")).hasValue("public, max-age=31536000, immutable");
        assertThat(file.headers().firstValue("Content-Type")).hasValue("text/css;charset=utf-8");
        String etag = file.headers().firstValue("ETag").orElseThrow();
        assertThat(server.get(sheet.group(1), "If-None-Match", etag).statusCode())
                .isEqualTo(304);
        assertThat(server.get("/assets/keystead.css").statusCode()).isEqualTo(404);
    }

    @Test
    void aLostVisitorSeesAPage() {
        HttpResponse<String> answer = server.get("/nothing", "Accept", "text/html,*/*");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("Nothing is here");
    }

    @Test
    void theFrontPageSaysWhatToDoNext() {
        assertThat(server.get("/").body())
                .contains("Make the first administrator")
                .contains("It looks like &lt;link&gt;.")
                .contains("http://127.0.0.1:" + server.port + "/v1/users");
    }

    @Test
    void noPageHasInlineScriptOrStyleOrForeignFiles() {
        for (String path : List.of("/", "/docs/api", "/question", "/gallery", "/nothing")) {
            String page = server.get(path, "Accept", "text/html").body();
            assertThat(page)
                    .doesNotContainPattern("<script(?!( type=\"module\")? src=\"/assets/)")
                    .doesNotContain("<style")
                    .doesNotContainPattern(" style=")
                    .doesNotContainPattern(" on[a-z]+=\"")
                    .doesNotContainPattern("(src=|<link[^>]* href=)\"(https?:)?//");
        }
    }

    @Test
    void theDocumentHasExactlyTheRoutes() {
        Set<String> documented = new HashSet<>();
        for (var path : document().get("paths").properties()) {
            path.getValue()
                    .propertyNames()
                    .forEach(method -> documented.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey()));
        }
        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(
                        server.table.routes().stream().map(Route::toString).toList());
    }

    @Test
    void theReferenceHasEveryRoute() {
        String page = server.get("/docs/api").body();
        for (Route route : server.table.routes()) {
            assertThat(page).contains("<code class=\"path\">" + route.template().text() + "</code>");
        }
    }

    @Test
    void everySchemaReferenceResolves() {
        JsonNode document = document();
        var references = new ArrayList<String>();
        collect(document, references);
        assertThat(references).isNotEmpty();
        for (String reference : references) {
            assertThat(reference).startsWith("#/");
            assertThat(document.at(reference.substring(1)).isMissingNode()).isFalse();
        }
    }

    @Test
    void anAnswerIsWhatItsSchemaSays() {
        JsonNode document = document();
        JsonNode schema = document.at("/components/schemas/WidgetView");
        JsonNode answer = JSON.readTree(Json.text(Widgets.view("a")));
        assertThat(answer.propertyNames())
                .containsExactlyInAnyOrderElementsOf(schema.get("properties").propertyNames());
        assertThat(schema.get("required").valueStream().map(JsonNode::stringValue))
                .containsExactly("id", "name", "created_at", "tags");
        assertThat(schema.at("/properties/colour").toString())
                .isEqualTo("{\"type\":[\"string\",\"null\"],\"enum\":[\"red\",\"dark_blue\",null]}");
        assertThat(schema.at("/properties/created_at/format").stringValue()).isEqualTo("date-time");
    }

    @Test
    void theDocumentTellsHowToCall() {
        JsonNode create = document().at("/paths/~1v1~1widgets/post");
        assertThat(create.get("x-required-scope").stringValue()).isEqualTo("write:widget");
        assertThat(create.get("x-audit-action").stringValue()).isEqualTo("widget.create");
        assertThat(create.get("parameters").toString()).contains("Idempotency-Key");
        assertThat(document().at("/paths/~1v1~1widgets~1{id}/patch/parameters").toString())
                .contains("If-Match");
        assertThat(document().at("/paths/~1v1~1widgets/get/parameters").toString())
                .contains("cursor")
                .contains("limit");
    }

    private static JsonNode document() {
        return JSON.readTree(server.get("/openapi.json").body());
    }

    private static void collect(JsonNode node, List<String> references) {
        if (node.has("$ref")) {
            references.add(node.get("$ref").stringValue());
        }
        node.forEach(child -> collect(child, references));
    }
}
