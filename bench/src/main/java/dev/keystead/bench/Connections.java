package dev.keystead.bench;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// The keep-alive connections of one virtual user, one for each server it talks to. Not shared between threads.
final class Connections implements AutoCloseable {
    private final Map<String, HttpConnection> open = new HashMap<>();
    private long requests;

    /// Sends a request and reads its whole answer.
    ///
    /// A kept connection that turns out to be closed is replaced once, as any client must; whatever goes
    /// wrong after the first byte of an answer is thrown and never tried again.
    HttpAnswer send(HttpRequest request) throws IOException {
        requests++;
        byte[] bytes = request.encode();
        HttpConnection kept = open.remove(request.url().authority());
        if (kept != null) {
            try {
                return exchange(kept, request, bytes);
            } catch (HttpConnection.Stale closedWhileIdle) {
                // Falls through to a fresh connection.
            }
        }
        return exchange(HttpConnection.open(request.url()), request, bytes);
    }

    private HttpAnswer exchange(HttpConnection connection, HttpRequest request, byte[] bytes) throws IOException {
        boolean keep = false;
        try {
            HttpAnswer answer = connection.exchange(bytes);
            keep = !answer.closes();
            return answer;
        } finally {
            if (keep) {
                open.put(request.url().authority(), connection);
            } else {
                connection.close();
            }
        }
    }

    /// How many requests were sent so far.
    long requests() {
        return requests;
    }

    @Override
    public void close() {
        open.values().forEach(HttpConnection::close);
        open.clear();
    }
}
