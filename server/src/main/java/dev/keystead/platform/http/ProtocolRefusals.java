package dev.keystead.platform.http;

import dev.keystead.platform.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Puts refusals of an endpoint into the shape that OAuth clients read (RFC 6749 section 5.2), except those
/// that say nothing about the protocol.
final class ProtocolRefusals {
    private ProtocolRefusals() {}

    static Reply inShape(Reply reply) {
        if (reply.status() == 404
                || reply.status() == 405
                || !(reply.body() instanceof Reply.Body.Refused(String message, Map<String, String> fields, var _))) {
            return reply;
        }
        var members = new LinkedHashMap<String, Object>();
        members.put("error", code(reply.status()));
        members.put("error_description", sentence(message, fields));
        return Reply.raw(reply.status(), reply.headers(), Reply.JSON, Json.bytes(members));
    }

    private static String code(int status) {
        return switch (status) {
            case 500 -> "server_error";
            case 429, 503 -> "temporarily_unavailable";
            default -> "invalid_request";
        };
    }

    /// RFC 6749 allows no quotes, backslashes or letters beyond ASCII in a description.
    private static String sentence(String message, Map<String, String> fields) {
        String details = fields.entrySet().stream()
                .map(field -> field.getKey() + " " + field.getValue())
                .collect(Collectors.joining("; "));
        String whole = details.isEmpty() ? message : message + ": " + details;
        return whole.replaceAll("[^\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]", "?");
    }
}
