package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.log.Printable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// The API of a server as commands use it. What can be sent again without harm is sent again, a few times, when the
/// connection was lost or the server asks for patience; whatever it refuses ends the command with its own words.
public final class Api implements AutoCloseable {
    private static final int MOST_BYTES = 16 << 20;
    private static final int MOST_ATTEMPTS = 4;
    private static final int MOST_CHARACTERS = 2_000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final int UNAVAILABLE = 503;
    private static final int TOO_MANY = 429;

    private final Place place;
    private final Consumer<String> talk;
    private final Web web;

    /// @param talk is told when something is tried again
    Api(Place place, Consumer<String> talk) {
        this.place = place;
        this.talk = talk;
        this.web = Web.trusting(place.ca());
    }

    /// The API of a server that this process itself serves.
    public Api(URI address, Optional<String> key) {
        this(new Place(address, Optional.empty(), key), _ -> {});
    }

    /// Sends a change and reads what came of it.
    ///
    /// @param body made of records, lists, maps and scalars; empty for none
    public JsonNode send(String method, String path, Map<String, ?> body) {
        Optional<JsonNode> sent = body.isEmpty() ? Optional.empty() : Optional.of(Json.treeOf(body));
        return answer(new Call(method, path, Map.of(), sent, Optional.empty()));
    }

    /// Every item of a list, page after page, until there are no more or the caller has enough.
    ///
    /// @param each gets a page's items and says whether to go on
    void pages(Call call, Predicate<JsonNode> each) {
        Optional<String> cursor = Optional.empty();
        while (true) {
            var query = new LinkedHashMap<>(call.query());
            cursor.ifPresent(value -> query.put("cursor", value));
            JsonNode page = answer(new Call(call.method(), call.path(), query, call.body(), call.idempotencyKey()));
            JsonNode next = page.path("next_cursor");
            if (!each.test(page.path("items")) || !next.isString()) {
                return;
            }
            if (cursor.isPresent() && cursor.get().equals(next.asString())) {
                throw new Stop(ExitCode.FAILED, "The server gives the same page again and again.");
            }
            cursor = Optional.of(next.asString());
        }
    }

    /// The id of the workspace that this key works in, as paths name it.
    String workspaceId() {
        return answer(new Call("GET", "/v1/nodes", Map.of("kind", "workspace"), Optional.empty(), Optional.empty()))
                .at("/items/0/subject_id")
                .asStringOpt()
                .orElseThrow(() -> new Stop(ExitCode.NOT_FOUND, "There is no such workspace."));
    }

    JsonNode answer(Call call) {
        return read(exchange(call), call);
    }

    /// A file as the server sends it.
    byte[] file(Call call) {
        HttpResponse<byte[]> answer = exchange(call);
        if (answer.statusCode() >= 300) {
            read(answer, call);
        }
        return answer.body();
    }

    private HttpResponse<byte[]> exchange(Call call) {
        HttpRequest request = request(call);
        for (int attempt = 1; ; attempt++) {
            boolean last = attempt == MOST_ATTEMPTS || !call.repeatable();
            try {
                HttpResponse<byte[]> answer = web.send(request, MOST_BYTES);
                Optional<Duration> patience = patience(answer);
                if (patience.isEmpty() || last) {
                    return answer;
                }
                talk.accept("The server asks for patience (" + answer.statusCode() + "); trying again.");
                pause(patience.get());
            } catch (IOException e) {
                if (last) {
                    throw new Stop(ExitCode.FAILED, lost(call, e));
                }
                talk.accept("The connection to " + place.base().getHost() + " failed; trying again.");
                pause(FIRST_PAUSE.multipliedBy(1L << attempt));
            }
        }
    }

    private HttpRequest request(Call call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(place.base() + Route.with(call.path(), call.query())))
                .header("Accept", "application/json");
        place.key().ifPresent(key -> request.header("Authorization", "Bearer " + key));
        call.idempotencyKey().ifPresent(key -> request.header("Idempotency-Key", key));
        call.body().ifPresent(_ -> request.header("Content-Type", "application/json"));
        return request.method(
                        call.method(),
                        call.body()
                                .map(body -> BodyPublishers.ofByteArray(Json.bytes(body)))
                                .orElseGet(BodyPublishers::noBody))
                .build();
    }

    private JsonNode read(HttpResponse<byte[]> answer, Call call) {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        int status = answer.statusCode();
        JsonNode body;
        try {
            body = text.isBlank() ? MissingNode.getInstance() : Json.tree(text);
        } catch (JacksonException _) {
            throw new Stop(
                    ExitCode.FAILED,
                    "What answers at " + place.base() + " is no Keystead server: the answer " + status
                            + " is no JSON.");
        }
        if (status >= 300) {
            throw new Stop(code(status), refusal(status, body, call));
        }
        return body;
    }

    private static ExitCode code(int status) {
        return switch (status) {
            case 400, 413, 415 -> ExitCode.USAGE;
            case 401, 403 -> ExitCode.DENIED;
            case 404 -> ExitCode.NOT_FOUND;
            default -> ExitCode.FAILED;
        };
    }

    /// The server's own words, with flags for members, and what finds the request in its log.
    private static String refusal(int status, JsonNode body, Call call) {
        String told = body.path("error").asString("the answer is " + status);
        JsonNode fields = body.path("fields");
        String sentence = fields.isObject() && !fields.isEmpty()
                ? fields.properties().stream()
                        .map(each -> flag(each.getKey(), call) + " "
                                + each.getValue().asString())
                        .collect(Collectors.joining("; "))
                : told;
        String request = body.path("request_id").asString("");
        String cure = switch (status) {
            case 401 -> "; check the key";
            case 403 -> "; this key may not do that here";
            default -> "";
        };
        return Printable.line(sentence + cure, MOST_CHARACTERS)
                + (request.isEmpty() ? "" : " (" + Printable.line(request, 60) + ")");
    }

    private static String flag(String member, Call call) {
        boolean ours = call.body().map(body -> body.has(member)).orElse(false)
                || call.query().containsKey(member)
                || (!member.contains("/") && !member.contains("."));
        return ours ? "--" + member.replace('_', '-') : member;
    }

    private String lost(Call call, IOException e) {
        String sentence = "There is no answer from " + place.base() + ": "
                + Printable.line(String.valueOf(e.getMessage()), MOST_CHARACTERS) + ".";
        return call.idempotencyKey()
                .map(key -> sentence + " Whether it was done is not known; repeat the line with --idempotency-key "
                        + key + ", and it is done once.")
                .orElse(sentence);
    }

    /// How long a server that is busy wants to be left alone; whoever does not say so refuses.
    private static Optional<Duration> patience(HttpResponse<byte[]> answer) {
        if (answer.statusCode() != UNAVAILABLE && answer.statusCode() != TOO_MANY) {
            return Optional.empty();
        }
        return answer.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("[0-9]{1,4}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /// Waits before asking again, as long as the server said, but never so long that a person would think it hangs.
    static void pause(Duration time) {
        try {
            Thread.sleep(time.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : time);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Stop(ExitCode.FAILED, "It was interrupted.");
        }
    }

    @Override
    public void close() {
        web.close();
    }
}
