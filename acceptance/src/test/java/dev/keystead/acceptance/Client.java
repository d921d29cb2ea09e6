package dev.keystead.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What curl is to a person.
///
/// @param key the API key, empty for none
record Client(HttpClient http, URI address, String key) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration LIMIT = Duration.ofSeconds(60);

    static Client of(URI address) {
        return new Client(builder().build(), address, "");
    }

    /// Somebody who trusts certain certificates.
    static Client of(URI address, Trust trust) {
        return new Client(builder().sslContext(trust.context()).build(), address, "");
    }

    private static HttpClient.Builder builder() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT);
    }

    /// An answer.
    record Answer(int status, String body, Map<String, String> headers) {
        JsonNode json() {
            return JSON.readTree(body);
        }
    }

    Client with(String newKey) {
        return new Client(http, address, newKey);
    }

    /// The same person at another address.
    Client at(URI newAddress) {
        return new Client(http, newAddress, key);
    }

    Answer get(String path) {
        return send(request(path).GET());
    }

    Answer post(String path, String json) {
        return post(path, json, Map.of());
    }

    Answer post(String path, String json, Map<String, String> headers) {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
        headers.forEach(request::header);
        return send(request);
    }

    Answer put(String path, String json) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json)));
    }

    /// Sends a form, as the endpoints of OAuth take it.
    ///
    /// @param authorization the header of that name, empty for none
    Answer postForm(String path, Map<String, String> members, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(LIMIT)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(members)));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return send(request);
    }

    /// The header with which a client shows its secret (RFC 6749 section 2.3.1).
    static String basic(String id, String secret) {
        return "Basic " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
    }

    /// Members as they stand in a query or a form.
    static String encoded(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> member.getKey() + "=" + URLEncoder.encode(member.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /// Makes a user whose address begins with the name; the answer is what the server said.
    Answer createUser(String name) {
        return post("/v1/users", user(name));
    }

    static String user(String name) {
        return "{\"email\":\"" + name + "@example.test\",\"display_name\":\"" + name + "\"}";
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).timeout(LIMIT);
        return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            Map<String, String> headers = new HashMap<>();
            response.headers().map().forEach((name, values) -> headers.put(name, values.getFirst()));
            return new Answer(response.statusCode(), response.body(), Map.copyOf(headers));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
