package dev.keystead.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/// A web server that webhooks point to, on this machine, with every way to misbehave.
final class HookTarget implements AutoCloseable {
    private final HttpServer server;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final AtomicReference<Behaviour> behaviour = new AtomicReference<>(new Behaviour.Says(200, "thank you"));
    private final CountDownLatch closed = new CountDownLatch(1);

    /// A request that came in.
    record Received(String path, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> String.join(",", header.getValue()))
                    .findFirst()
                    .orElse("");
        }
    }

    sealed interface Behaviour {
        record Says(int status, String body) implements Behaviour {}

        record Redirects(String to) implements Behaviour {}

        /// Answers with so many bytes, without saying how many there will be.
        record Floods(int bytes) implements Behaviour {}

        /// Takes the request and says nothing until the server is closed.
        record Hangs() implements Behaviour {}
    }

    HookTarget() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    void behave(Behaviour wanted) {
        behaviour.set(wanted);
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(
                    new Received(exchange.getRequestURI().getPath(), Map.copyOf(exchange.getRequestHeaders()), body));
            switch (behaviour.get()) {
                case Behaviour.Says(int status, String text) -> {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
                    exchange.getResponseBody().write(bytes);
                }
                case Behaviour.Redirects(String to) -> {
                    exchange.getResponseHeaders().set("Location", to);
                    exchange.sendResponseHeaders(302, -1);
                }
                case Behaviour.Floods(int bytes) -> flood(exchange, bytes);
                case Behaviour.Hangs() -> closed.await();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void flood(HttpExchange exchange, int bytes) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (int sent = 0; sent < bytes; sent += 8192) {
                out.write(new byte[8192]);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
