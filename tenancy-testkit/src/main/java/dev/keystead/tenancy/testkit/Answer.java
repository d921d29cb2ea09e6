package dev.keystead.tenancy.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// An answer as far as two answers must be equal: without what differs from request to request by nature.
record Answer(int status, Map<String, List<String>> headers, String body) {
    private static final Pattern REQUEST_ID = Pattern.compile("\\s*,?\\s*\"request_id\"\\s*:\\s*\"[^\"]*\"");
    private static final Pattern SPACES = Pattern.compile("\\s*([{}:,])\\s*");
    /// The length goes with the request's id, which the body may repeat.
    private static final Pattern VARYING_HEADER =
            Pattern.compile("date|content-length|server-timing|traceparent|(x-)?request-id|(x-)?ratelimit.*");

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// Sends a request for a route.
    static Answer to(
            HttpClient client,
            URI server,
            TestedRoute route,
            String path,
            Optional<String> credential,
            Optional<String> body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE);
        route.headers().forEach(request::header);
        credential.ifPresent(value -> request.header("Authorization", value));
        body.ifPresent(_ -> request.header("Content-Type", "application/json"));
        request.method(route.method(), body.map(BodyPublishers::ofString).orElse(BodyPublishers.noBody()));
        try {
            return of(client.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(route.name() + ": " + server + " did not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Answer of(HttpResponse<String> response) {
        var headers = new TreeMap<String, List<String>>();
        response.headers().map().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!VARYING_HEADER.matcher(lower).matches()) {
                headers.put(lower, values);
            }
        });
        return new Answer(response.statusCode(), headers, normal(response.body()));
    }

    private static String normal(String body) {
        String compact = SPACES.matcher(REQUEST_ID.matcher(body).replaceAll("")).replaceAll("$1");
        return compact.replace("{,", "{");
    }

    boolean succeeded() {
        return status >= 200 && status < 300;
    }

    /// Whether this is the error of the contract's table: the status and the word for it, with nothing else said.
    boolean is(int expectedStatus, String error) {
        return status == expectedStatus && body.equals("{\"error\":\"" + error + "\"}");
    }

    @Override
    public String toString() {
        return status + " " + body;
    }
}
