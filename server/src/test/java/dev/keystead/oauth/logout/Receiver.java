package dev.keystead.oauth.logout;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.keystead.oauth.Application;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// The back channel of an application: takes logout tokens, or does not.
public final class Receiver implements AutoCloseable {
    private final HttpServer server;
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);
    private final int failures;
    private final boolean hangs;

    private Receiver(int failures, boolean hangs) {
        this.failures = failures;
        this.hangs = hangs;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/logout", this::take);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    public static Receiver willing() {
        return new Receiver(0, false);
    }

    /// One that answers 500 so many times before it takes anything.
    static Receiver failing(int times) {
        return new Receiver(times, false);
    }

    /// One that takes connections and never answers.
    static Receiver hanging() {
        return new Receiver(0, true);
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/logout";
    }

    /// The tokens that it took.
    public List<String> tokens() {
        return tokens;
    }

    /// How often it was called.
    int calls() {
        return calls.get();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int call = calls.incrementAndGet();
            if (hangs) {
                released.await();
                return;
            }
            boolean form = "application/x-www-form-urlencoded"
                    .equals(exchange.getRequestHeaders().getFirst("Content-Type"));
            if (call <= failures || !form || !exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(500, -1);
                return;
            }
            Map<String, String> fields = Application.parameters(body);
            tokens.add(fields.get("logout_token"));
            exchange.sendResponseHeaders(200, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        released.countDown();
        server.stop(0);
    }
}
