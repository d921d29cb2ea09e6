package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.Authorities;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/// How commands speak HTTP: an answer comes whole, in bounded time and of bounded length, from the address that was
/// asked and from no other.
public final class Web implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient client;

    private Web(HttpClient.Builder builder) {
        client = builder.connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    /// A client that trusts whom this Java trusts.
    public static Web open() {
        return new Web(HttpClient.newBuilder());
    }

    /// A client that trusts the certificates in a file and nobody else.
    public static Web trusting(Optional<Path> authorities) {
        return authorities
                .map(file -> new Web(HttpClient.newBuilder().sslContext(trust(file))))
                .orElseGet(Web::open);
    }

    /// Asks, and waits for the whole answer.
    ///
    /// @param mostBytes of the answer's body; a longer one is a failure
    public HttpResponse<byte[]> send(HttpRequest request, int mostBytes) throws IOException {
        var answer = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), mostBytes));
        try {
            // The time is for all of the answer: one that comes in drops must end too.
            return answer.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(reason(e), e);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException("there was no answer within " + TIMEOUT.toSeconds() + " seconds", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", e);
        }
    }

    private static String reason(ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof ConnectException) {
            return "nobody answers there";
        }
        return cause == null || cause.getMessage() == null ? "the connection failed" : cause.getMessage();
    }

    private static SSLContext trust(Path file) {
        try {
            return Authorities.in(file, "--ca").context();
        } catch (StartRefused e) {
            throw new Stop(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
