package dev.keystead.platform.http;

import dev.keystead.platform.html.Html;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.ReasonCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An answer: a status, headers and a body. Security headers and the request id are added on the way out.
public record Reply(int status, List<Header> headers, Body body) {
    static final String JSON = "application/json";
    private static final byte[] NO_BYTES = {};

    public record Header(String name, String value) {
        public Header {
            for (int i = 0; i < value.length(); i++) {
                if (value.charAt(i) < ' ' || value.charAt(i) > '~') {
                    throw new IllegalArgumentException(name + " would carry a character that no header may");
                }
            }
        }
    }

    public sealed interface Body {
        record Empty() implements Body {}

        /// Bytes as they go out. The array is the holder's: nobody changes it.
        final class Bytes implements Body {
            private final String contentType;
            private final byte[] bytes;

            Bytes(String contentType, byte[] bytes) {
                this.contentType = contentType;
                this.bytes = bytes;
            }
        }

        /// Bytes that are made while they go out, for what is too large to hold. Nothing that can be
        /// refused any more: the status is sent before the first byte.
        record Streamed(String contentType, Stream stream) implements Body {}

        /// Why the request was refused; becomes JSON or a page, with the request id.
        ///
        /// @param reason the word of the rule, for programs, where it has one
        record Refused(String message, Map<String, String> fields, Optional<String> reason) implements Body {}
    }

    /// Writes a body to whoever asked for it.
    @FunctionalInterface
    public interface Stream {
        void to(OutputStream out) throws IOException;
    }

    public Reply {
        headers = List.copyOf(headers);
    }

    /// A record as JSON.
    public static Reply json(int status, Object value) {
        return raw(status, List.of(), JSON, Json.bytes(value));
    }

    public static Reply ok(Object value) {
        return json(200, value);
    }

    /// 201 with the address of what was made, below this server.
    public static Reply created(String location, Object value) {
        return json(201, value).with("Location", location);
    }

    public static Reply page(int status, Html html) {
        return raw(status, List.of(), "text/html;charset=utf-8", html.bytes());
    }

    public static Reply page(Html html) {
        return page(200, html);
    }

    public static Reply text(String contentType, String text) {
        return raw(200, List.of(), contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    /// A file that is made while it is sent, and that browsers save under a name.
    public static Reply file(String contentType, String name, Stream stream) {
        return new Reply(200, List.of(), new Body.Streamed(contentType, stream))
                .with("Content-Disposition", "attachment; filename=\"" + name + "\"");
    }

    /// 204.
    public static Reply empty() {
        return empty(204);
    }

    public static Reply empty(int status) {
        return new Reply(status, List.of(), new Body.Empty());
    }

    /// After a form: the browser fetches the next page, so that reloading does not send the form again.
    public static Reply seeOther(String location) {
        return empty(303).with("Location", location);
    }

    public static Reply refused(int status, String message) {
        return refused(status, message, Map.of());
    }

    /// A refusal that says what is wrong with which member.
    ///
    /// @param fields messages by member, for input that breaks its rules
    public static Reply refused(int status, String message, Map<String, String> fields) {
        return new Reply(status, List.of(), new Body.Refused(message, new LinkedHashMap<>(fields), Optional.empty()));
    }

    public static Reply refused(BadInput wrong) {
        Reply reply = refused(400, wrong.sentence(), wrong.fields());
        return wrong.reason().map(reply::because).orElse(reply);
    }

    /// A refusal with the word of the rule, on which programs can act.
    public Reply because(ReasonCode code) {
        return because(code.name());
    }

    Reply because(String reason) {
        return body instanceof Body.Refused(String message, Map<String, String> fields, Optional<String> _)
                ? new Reply(status, headers, new Body.Refused(message, fields, Optional.of(reason)))
                : this;
    }

    /// The one answer for what is absent or out of reach.
    public static Reply notFound() {
        return refused(404, "not found");
    }

    /// The caller is inside their own tenant and may not do this.
    public static Reply insufficientRole() {
        return refused(403, "insufficient role");
    }

    public static Reply conflict(String message) {
        return refused(409, message);
    }

    /// The stored version is not the one that If-Match named.
    public static Reply versionMismatch() {
        return refused(412, "the resource has changed since you read it; read it again and repeat the change");
    }

    public static Reply tooManyRequests(String message, int retryAfterSeconds) {
        return refused(429, message).with("Retry-After", String.valueOf(retryAfterSeconds));
    }

    public static Reply unavailable(int retryAfterSeconds) {
        return refused(503, "temporarily unavailable").with("Retry-After", String.valueOf(retryAfterSeconds));
    }

    /// Makes an answer again from its stored parts.
    public static Reply raw(int status, List<Header> headers, String contentType, byte[] bytes) {
        Body body = bytes.length == 0 && contentType.isEmpty() ? new Body.Empty() : new Body.Bytes(contentType, bytes);
        return new Reply(status, headers, body);
    }

    /// This answer with a header set, in place of an earlier one of that name.
    public Reply with(String name, String value) {
        var all = new ArrayList<>(headers);
        all.removeIf(header -> header.name().equalsIgnoreCase(name));
        all.add(new Header(name, value));
        return new Reply(status, all, body);
    }

    /// This answer with one more header of a name that may repeat.
    Reply withAnother(String name, String value) {
        var all = new ArrayList<>(headers);
        all.add(new Header(name, value));
        return new Reply(status, all, body);
    }

    /// The version of the resource, for a later If-Match.
    public Reply withVersion(long version) {
        return with("ETag", "\"" + version + "\"");
    }

    /// Marks an answer that was given before.
    public Reply replayed() {
        return with("Idempotent-Replayed", "true");
    }

    /// The same answer with its body as bytes: what a client sees, and what can be stored.
    public Reply rendered(String requestId) {
        return switch (body) {
            case Body.Refused refused -> raw(status, headers, JSON, refusalJson(refused, requestId));
            case Body.Bytes _, Body.Streamed _, Body.Empty _ -> this;
        };
    }

    /// The body's type, or nothing when there is no body.
    public String contentType() {
        return switch (body) {
            case Body.Bytes given -> given.contentType;
            case Body.Streamed(String contentType, Stream _) -> contentType;
            case Body.Refused _ -> JSON;
            case Body.Empty _ -> "";
        };
    }

    /// The body's bytes. A refusal has them after [#rendered].
    public byte[] bytes() {
        return switch (body) {
            case Body.Bytes given -> given.bytes;
            case Body.Streamed _ -> throw new IllegalStateException("a stream has its bytes when it is sent");
            case Body.Refused _ -> throw new IllegalStateException("a refusal has bytes once it is rendered");
            case Body.Empty _ -> NO_BYTES;
        };
    }

    public Optional<String> header(String name) {
        for (Header header : headers) {
            if (header.name().equalsIgnoreCase(name)) {
                return Optional.of(header.value());
            }
        }
        return Optional.empty();
    }

    public boolean isSuccess() {
        return status < 400;
    }

    private static byte[] refusalJson(Body.Refused refused, String requestId) {
        var members = new LinkedHashMap<String, Object>();
        members.put("error", refused.message());
        refused.reason().ifPresent(reason -> members.put("reason", reason));
        if (!refused.fields().isEmpty()) {
            members.put("fields", refused.fields());
        }
        members.put("request_id", requestId);
        return Json.bytes(members);
    }

    @Override
    public String toString() {
        return "Reply[" + status + "]";
    }
}
