package dev.keystead.cli;

import dev.keystead.badge.IssuerKeys;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Where an issuer publishes its keys. A badge names such an address itself, so that it is a stranger's word: it is
/// asked once, in bounded time, for a bounded number of bytes, and leads nowhere else.
///
/// @param uri of the list itself
record BadgeKeysAddress(URI uri) {
    private static final String WELL_KNOWN = "/.well-known/badge-keys.json";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    /// An address that is not asked, and why.
    static final class Unsuitable extends Exception {
        Unsuitable(String sentence) {
            super(sentence, null, false, false);
        }
    }

    /// Whether a text is meant as an address and not as a file.
    static boolean isAddress(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.startsWith("https://") || lower.startsWith("http://");
    }

    /// The list of an issuer, or the list itself.
    static BadgeKeysAddress of(String address) throws Unsuitable {
        try {
            String list = address.endsWith(WELL_KNOWN) ? address : address.replaceFirst("/+$", "") + WELL_KNOWN;
            var uri = new URI(list);
            String host = uri.getHost();
            boolean known = isAddress(address) && host != null && uri.getUserInfo() == null;
            if (known && ("https".equalsIgnoreCase(uri.getScheme()) || THIS_MACHINE.contains(host))) {
                return new BadgeKeysAddress(uri);
            }
        } catch (URISyntaxException _) {
            // Told below, together with what is an address of another kind.
        }
        throw new Unsuitable("'" + address + "' is no address that begins with https://; give --keys.");
    }

    byte[] read() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(uri).GET().build();
        var bounded = BodyHandlers.limiting(BodyHandlers.ofByteArray(), IssuerKeys.MOST_BYTES);
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build()) {
            try {
                // The time is for all of the answer: one that comes in drops must end too.
                HttpResponse<byte[]> answer =
                        client.sendAsync(request, bounded).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                if (answer.statusCode() != 200) {
                    throw new IOException("the answer is " + answer.statusCode());
                }
                return answer.body();
            } finally {
                client.shutdownNow();
            }
        } catch (ExecutionException e) {
            throw new IOException(reason(e), e);
        } catch (TimeoutException _) {
            throw new IOException("there was no answer within " + TIMEOUT.toSeconds() + " seconds");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted");
        }
    }

    private static String reason(ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof ConnectException) {
            return "nobody answers there";
        }
        return cause == null || cause.getMessage() == null ? "the connection failed" : cause.getMessage();
    }
}
