package dev.keystead.cli;

import dev.keystead.platform.json.Json;
import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Calls of the product's own API, for [Demo]. Whatever it refuses ends the command with its own words.
final class DemoApi implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(LONGEST).build();
    private final URI address;
    private @Nullable String key;

    DemoApi(URI address) {
        this.address = address;
    }

    /// From now on calls are made with this key.
    void identify(String apiKey) {
        key = apiKey;
    }

    JsonNode post(String path, Map<String, ?> body) {
        return send("POST", path, body);
    }

    void put(String path, Map<String, ?> body) {
        send("PUT", path, body);
    }

    private JsonNode send(String method, String path, Map<String, ?> body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(LONGEST)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(Json.text(body)));
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        HttpResponse<String> answer = answer(request.build());
        if (answer.statusCode() >= 300) {
            throw new StartRefused("What `keystead dev` wants to make was refused at " + path + ": " + answer.body());
        }
        return answer.body().isEmpty() ? MissingNode.getInstance() : Json.tree(answer.body());
    }

    private HttpResponse<String> answer(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new StartRefused(
                    "`keystead dev` cannot reach " + address
                            + ": leave http.public-url and TLS as they are, they are for `keystead serve`.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartRefused("Stopped before everything was made.", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
