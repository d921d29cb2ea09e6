package dev.keystead.platform.http.site;

import dev.keystead.platform.http.Audit;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.RouteTable;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The OpenAPI 3.1 document of a route table.
public final class OpenApi {
    private static final String BEARER = "bearer";

    private final RouteTable table;
    private final String version;
    private final Schemas schemas = new Schemas();

    /// A refusal, as every route answers it.
    public record Refused(
            String error, @Nullable String reason, @Nullable Map<String, String> fields, String requestId) {}

    private OpenApi(RouteTable table, String version) {
        this.table = table;
        this.version = version;
    }

    /// The document in JSON.
    public static byte[] document(RouteTable table, String version) {
        return Json.bytes(new OpenApi(table, version).document());
    }

    private Map<String, Object> document() {
        var document = new LinkedHashMap<String, Object>();
        document.put("openapi", "3.1.0");
        document.put(
                "info",
                Tree.of(
                        "title",
                        "Keystead",
                        "version",
                        version,
                        "license",
                        Tree.of("name", "Apache-2.0", "identifier", "Apache-2.0"),
                        "description",
                        "Any path may begin with /t/{slug} to select a workspace."));
        document.put("servers", List.of(Tree.of("url", "/")));
        document.put("paths", paths());
        schemas.reference(Refused.class);
        document.put(
                "components",
                Tree.of(
                        "schemas", schemas.all(),
                        "securitySchemes", Tree.of(BEARER, Tree.of("type", "http", "scheme", "bearer"))));
        return document;
    }

    private Map<String, Map<String, Object>> paths() {
        var paths = new TreeMap<String, Map<String, Object>>();
        for (Route route : table.routes()) {
            paths.computeIfAbsent(route.template().text(), _ -> new LinkedHashMap<>())
                    .put(route.method().name().toLowerCase(Locale.ROOT), operation(route));
        }
        return paths;
    }

    private Map<String, Object> operation(Route route) {
        var operation = new LinkedHashMap<String, Object>();
        operation.put("operationId", Reference.anchor(route));
        operation.put("summary", route.summary());
        operation.put("tags", List.of(Reference.groupOf(route)));
        route.access().neededRight().ifPresent(right -> {
            operation.put("security", List.of(Tree.of(BEARER, List.of())));
            operation.put("x-required-scope", right.text());
        });
        if (route.access().neededRight().isEmpty()) {
            operation.put("security", List.of());
        }
        if (route.audit() instanceof Audit.Action(String action)) {
            operation.put("x-audit-action", action);
        }
        List<Object> parameters = parameters(route);
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        route.jsonBody()
                .ifPresent(body -> operation.put(
                        "requestBody", Tree.of("required", true, "content", json(schemas.reference(body)))));
        operation.put("responses", responses(route));
        return operation;
    }

    private static List<Object> parameters(Route route) {
        var parameters = new ArrayList<>();
        for (String name : route.template().variables()) {
            parameters.add(Tree.of("name", name, "in", "path", "required", true, "schema", Tree.of("type", "string")));
        }
        for (Param<?> param : route.query()) {
            parameters.add(Tree.of(
                    "name", param.name(),
                    "in", "query",
                    "required", false,
                    "description", param.about(),
                    "schema", schema(param.kind())));
        }
        if (route.isIdempotent()) {
            parameters.add(header("Idempotency-Key", "A key of your own: a repeat with it gets the first answer", 200));
        }
        if (route.traits().versioned()) {
            parameters.add(header("If-Match", "The ETag that you read; a newer version answers 412", 100));
        }
        return parameters;
    }

    private static Map<String, Object> header(String name, String about, int longest) {
        return Tree.of(
                "name",
                name,
                "in",
                "header",
                "required",
                false,
                "description",
                about,
                "schema",
                Tree.of("type", "string", "minLength", 1, "maxLength", longest));
    }

    private static Map<String, Object> schema(Param.Kind kind) {
        return switch (kind) {
            case Param.Kind.Text(int shortest, int longest) ->
                Tree.of("type", "string", "minLength", shortest, "maxLength", longest);
            case Param.Kind.WholeNumber(int least, int most) ->
                Tree.of("type", "integer", "minimum", least, "maximum", most);
            case Param.Kind.Flag _ -> Tree.of("type", "boolean");
            case Param.Kind.Word(List<String> words) -> Tree.of("type", "string", "enum", words);
        };
    }

    private Map<String, Object> responses(Route route) {
        var responses = new TreeMap<String, Object>();
        var success = new LinkedHashMap<String, Object>();
        success.put("description", route.summary());
        Map<String, Object> content = content(route.shape());
        if (!content.isEmpty()) {
            success.put("content", content);
        }
        responses.put(String.valueOf(route.status()), success);
        for (Refusals.Kind refusal : Refusals.of(route)) {
            responses.put(
                    String.valueOf(refusal.status()),
                    Tree.of("description", refusal.about(), "content", json(schemas.reference(Refused.class))));
        }
        return responses;
    }

    private Map<String, Object> content(Shape shape) {
        return switch (shape) {
            case Shape.Nothing _ -> Tree.of();
            case Shape.Of(Class<? extends Record> type) -> json(schemas.reference(type));
            case Shape.PageOf(Class<? extends Record> item) -> json(schemas.page(item));
            case Shape.Html _ -> Tree.of("text/html", Tree.of());
            case Shape.Media(String contentType) -> Tree.of(contentType, Tree.of());
        };
    }

    private static Map<String, Object> json(Map<String, Object> schema) {
        return Tree.of("application/json", Tree.of("schema", schema));
    }
}
