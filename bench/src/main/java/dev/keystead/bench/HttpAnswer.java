package dev.keystead.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One whole answer: what a scenario may need of the head, and the body.
final class HttpAnswer {
    private static final int EXCERPT = 300;

    private final int status;
    private final @Nullable String location;
    private final List<String> setCookies;
    private final boolean closes;
    private final byte[] body;

    /// Keeps `body` itself: the caller gives it away.
    HttpAnswer(int status, @Nullable String location, List<String> setCookies, boolean closes, byte[] body) {
        this.status = status;
        this.location = location;
        this.setCookies = List.copyOf(setCookies);
        this.closes = closes;
        this.body = body;
    }

    int status() {
        return status;
    }

    /// Where to go next, or null when this is no redirect.
    @Nullable
    String redirect() {
        return status >= 300 && status < 400 ? location : null;
    }

    List<String> setCookies() {
        return setCookies;
    }

    /// Whether the connection ends with this answer.
    boolean closes() {
        return closes;
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /// Status and beginning of the body, for the sentence that tells why an iteration failed.
    @Override
    public String toString() {
        String text = text().strip().replaceAll("\\s+", " ");
        return "HTTP " + status + " " + (text.length() > EXCERPT ? text.substring(0, EXCERPT) + "…" : text);
    }
}
