package dev.keystead.federation;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/// What keeps one endpoint of a provider from answering as it should.
final class Trouble extends Filter {
    private static final byte[] PIECE = spaces();
    private static final int PIECES = 320;

    private final CountDownLatch released;
    private volatile Kind kind = Kind.NONE;
    private volatile String path = "";

    /// @param released lets everybody go who waits for an answer that does not come
    Trouble(CountDownLatch released) {
        this.released = released;
    }

    enum Kind {
        NONE,
        HANGS,
        LOOPBACK_REDIRECT,
        TWENTY_MEGABYTES
    }

    private static byte[] spaces() {
        var piece = new byte[64 * 1024];
        Arrays.fill(piece, (byte) ' ');
        return piece;
    }

    void befall(String where, Kind what) {
        path = where;
        kind = what;
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        if (!exchange.getRequestURI().getPath().equals(path)) {
            chain.doFilter(exchange);
            return;
        }
        switch (kind) {
            case NONE -> chain.doFilter(exchange);
            case HANGS -> hang(exchange);
            case LOOPBACK_REDIRECT -> redirect(exchange);
            case TWENTY_MEGABYTES -> flood(exchange);
        }
    }

    private void hang(HttpExchange exchange) {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    /// To this very house, at a place that would answer: whoever follows is found out.
    private static void redirect(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders()
                    .set("Location", "http://127.0.0.1:" + port(exchange) + ForeignHouse.SECRET_PLACE);
            exchange.sendResponseHeaders(307, -1);
        }
    }

    private static int port(HttpExchange exchange) {
        return exchange.getLocalAddress().getPort();
    }

    private static void flood(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (exchange) {
            for (int i = 0; i < PIECES; i++) {
                exchange.getResponseBody().write(PIECE);
            }
        } catch (IOException e) {
            // Whoever reads stops early.
        }
    }

    @Override
    public String description() {
        return "trouble";
    }
}
