package dev.keystead.cli;

import dev.keystead.cli.remote.Api;
import dev.keystead.cli.remote.Stop;
import dev.keystead.platform.start.StartRefused;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Calls of the product's own API, for [Demo]. Whatever it refuses ends the command with its own words.
final class DemoApi implements AutoCloseable {
    private final URI address;
    private Api api;

    DemoApi(URI address) {
        this.address = address;
        this.api = new Api(address, Optional.empty());
    }

    /// From now on calls are made with this key.
    void identify(String apiKey) {
        api.close();
        api = new Api(address, Optional.of(apiKey));
    }

    JsonNode post(String path, Map<String, ?> body) {
        return send("POST", path, body);
    }

    void put(String path, Map<String, ?> body) {
        send("PUT", path, body);
    }

    private JsonNode send(String method, String path, Map<String, ?> body) {
        try {
            return api.send(method, path, body);
        } catch (Stop e) {
            throw new StartRefused("What `keystead dev` wants to make was refused at " + path + ": " + e.sentence()
                    + " Leave http.public-url and TLS as they are, they are for `keystead serve`.");
        }
    }

    @Override
    public void close() {
        api.close();
    }
}
