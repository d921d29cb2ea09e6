package dev.keystead.cli.remote;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// One call of the API.
///
/// @param path with every place filled, without the query
/// @param idempotencyKey a key under which the server does it once, however often it is sent
record Call(
        String method,
        String path,
        Map<String, String> query,
        Optional<JsonNode> body,
        Optional<String> idempotencyKey) {
    /// Whether sending it twice does what sending it once does.
    boolean repeatable() {
        return "GET".equals(method) || idempotencyKey.isPresent();
    }
}
