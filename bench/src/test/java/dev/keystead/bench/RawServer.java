package dev.keystead.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/// Answers with the very bytes it is given, so that broken servers can be played: one list of answers for each
/// connection, after which that connection is closed. Connections beyond the last list are closed at once.
final class RawServer implements AutoCloseable {
    private final ServerSocket listening;
    private final AtomicInteger connections = new AtomicInteger();

    static RawServer answering(List<List<String>> connections) {
        return new RawServer(new ArrayDeque<>(connections));
    }

    private RawServer(Queue<List<String>> script) {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        Thread.ofPlatform().daemon().start(() -> serve(script));
    }

    private void serve(Queue<List<String>> script) {
        while (!listening.isClosed()) {
            try (Socket socket = listening.accept()) {
                connections.incrementAndGet();
                List<String> answers = script.poll();
                if (answers == null) {
                    continue;
                }
                for (String answer : answers) {
                    if (readHead(socket.getInputStream())) {
                        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                    }
                }
            } catch (IOException clientGone) {
                // The next connection is served all the same.
            }
        }
    }

    private static boolean readHead(InputStream in) throws IOException {
        StringBuilder seen = new StringBuilder();
        while (seen.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return false;
            }
            seen.append((char) next);
        }
        return true;
    }

    HttpUrl url() {
        return HttpUrl.parse("http://127.0.0.1:" + listening.getLocalPort() + "/");
    }

    int connections() {
        return connections.get();
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
    }
}
