package dev.keystead.platform.trace;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// A receiver of OTLP over HTTP that keeps what it is sent.
final class Collector implements AutoCloseable {
    /// One export; the body is read as Latin-1, so that any bytes can be searched for.
    record Export(String path, String contentType, String body) {}

    final BlockingQueue<Export> exports = new LinkedBlockingQueue<>();
    private final HttpServer server;

    Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exports.add(new Export(
                        exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                        String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1)));
                exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
                exchange.sendResponseHeaders(200, -1);
            }
        });
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// Everything received so far as one text.
    String received() {
        StringBuilder bodies = new StringBuilder();
        exports.forEach(export -> bodies.append(export.body()));
        return bodies.toString();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
