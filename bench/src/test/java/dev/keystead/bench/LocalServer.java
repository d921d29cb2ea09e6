package dev.keystead.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// A real HTTP server for tests, whose behaviour is one function from request to answer.
final class LocalServer implements AutoCloseable {
    /// A request as tests look at it.
    record Asked(HttpExchange exchange, String method, String path, String query, String body) {
        static Asked of(HttpExchange exchange) throws IOException {
            String query = exchange.getRequestURI().getRawQuery();
            return new Asked(
                    exchange,
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    query == null ? "" : query,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        }

        Optional<String> findHeader(String name) {
            return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
        }

        Map<String, String> form() {
            return parameters(body);
        }

        Map<String, String> queryParameters() {
            return parameters(query);
        }

        private static Map<String, String> parameters(String encoded) {
            Map<String, String> found = new TreeMap<>();
            for (String pair : encoded.split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    found.put(
                            URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
                }
            }
            return found;
        }
    }

    record Answer(int status, String body, Map<String, String> headers) {
        static Answer of(int status, String body) {
            return new Answer(status, body, Map.of());
        }

        static Answer redirect(String location) {
            return new Answer(302, "", Map.of("Location", location));
        }
    }

    /// What the server does.
    interface Behaviour {
        Answer answer(Asked asked);
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong requests = new AtomicLong();

    LocalServer(Behaviour behaviour) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                requests.incrementAndGet();
                Answer answer = behaviour.answer(Asked.of(exchange));
                answer.headers().forEach(exchange.getResponseHeaders()::add);
                byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
                // Every second answer is chunked (length 0 means that to this server), so both kinds are met.
                boolean chunked = bytes.length > 0 && requests.get() % 2 == 0;
                exchange.sendResponseHeaders(answer.status(), chunked ? 0 : bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
    }

    String base() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int port() {
        return server.getAddress().getPort();
    }

    long requests() {
        return requests.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
