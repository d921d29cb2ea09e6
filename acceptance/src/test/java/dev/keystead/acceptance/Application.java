package dev.keystead.acceptance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;

/// The web server of an application: remembers what browsers and servers bring.
final class Application implements AutoCloseable {
    private final HttpServer server;
    private final String origin;
    private final List<Visit> visits = new CopyOnWriteArrayList<>();

    private Application(HttpServer server, String origin) {
        this.server = server;
        this.origin = origin + server.getAddress().getPort();
        server.createContext("/", this::take);
        server.start();
    }

    /// What was brought: the path with its query, and the body of a POST.
    record Visit(String target, String body) {}

    static Application overHttp() {
        try {
            return new Application(HttpServer.create(anyPort(), 0), "http://127.0.0.1:");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Application overTls(SSLContext context) {
        try {
            HttpsServer server = HttpsServer.create(anyPort(), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context));
            return new Application(server, "https://localhost:");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    String address() {
        return origin;
    }

    /// The addresses with which browsers came to a path, with their queries.
    List<String> visitsTo(String path) {
        return visits.stream()
                .map(Visit::target)
                .filter(target -> target.startsWith(path + "?"))
                .toList();
    }

    /// The bodies that were posted to a path.
    List<String> postsTo(String path) {
        return visits.stream()
                .filter(visit -> visit.target().equals(path) && !visit.body().isEmpty())
                .map(Visit::body)
                .toList();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            visits.add(new Visit(exchange.getRequestURI().toString(), body));
            byte[] page = "<!doctype html><title>Shop</title><h1>Shop</h1>".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html;charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
