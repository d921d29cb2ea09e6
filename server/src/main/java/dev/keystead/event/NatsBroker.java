package dev.keystead.event;

import dev.keystead.platform.config.NatsConfig;
import dev.keystead.platform.config.Secret;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.Authorities;
import io.nats.client.AuthHandler;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The connection to NATS and the stream there. It comes up by itself whenever the servers do, and nobody
/// waits for that.
public final class NatsBroker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NatsBroker.class);
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(2);

    /// How long the broker knows the ids of messages: longer than another worker takes to go on where one
    /// died.
    private static final Duration DUPLICATES = Duration.ofMinutes(10);

    /// The seed of a user's nkey: `SU` and the rest in base 32.
    private static final Pattern SEED = Pattern.compile("SU[A-Z2-7]{56}");

    private static final int NOT_FOUND = 404;
    private static final int ALREADY_IN_USE = 10_058;

    private final NatsConfig config;
    private final Troubles troubles = new Troubles();
    private final Options options;
    private @Nullable Connection connection;
    private boolean streamIsThere;
    private boolean closed;
    private String trouble = "NATS cannot be reached; events wait";
    private long nextAttempt = System.nanoTime();

    /// @throws StartRefused when the settings cannot be
    public NatsBroker(NatsConfig config) {
        config.fault().ifPresent(fault -> {
            throw new StartRefused(fault);
        });
        this.config = config;
        this.options = options(config, troubles);
    }

    private static Options options(NatsConfig config, Troubles troubles) {
        Options.Builder options = new Options.Builder()
                .servers(config.url().split(",", -1))
                .connectionName("keystead")
                .connectionTimeout(CONNECT)
                .maxReconnects(-1)
                .reconnectWait(Duration.ofMillis(500))
                // What cannot be sent now is sent later by us, and must not be sent by the client too.
                .reconnectBufferSize(0)
                .errorListener(troubles);
        Secret<String> password = config.password();
        if (password != null) {
            options.userInfo(config.user().toCharArray(), password.reveal().toCharArray());
        }
        Secret<String> token = config.token();
        if (token != null) {
            options.token(token.reveal().toCharArray());
        }
        Path credentials = config.credentials();
        if (credentials != null) {
            options.authHandler(login(credentials));
        }
        Path authorities = config.authorities();
        if (authorities != null) {
            options.sslContext(
                    Authorities.in(authorities, "nats.ca").besideThoseOfJava().context());
        }
        return options.build();
    }

    /// A file with a token and a key, or with the seed of a key alone.
    private static AuthHandler login(Path file) {
        try {
            String text = Files.readString(file).strip();
            return SEED.matcher(text).matches()
                    ? Nats.staticCredentials(null, text.toCharArray())
                    : Nats.credentials(file.toString());
        } catch (IOException e) {
            throw new StartRefused(
                    "nats.credentials names " + file + ", which cannot be read (" + e.getMessage() + "); correct it.");
        }
    }

    /// Remembers why the client has no connection. What becomes of events is told elsewhere.
    private static final class Troubles implements ErrorListener {
        private final AtomicReference<String> last = new AtomicReference<>("");

        @Override
        public void errorOccurred(Connection line, String error) {
            last.set(error);
        }

        @Override
        public void exceptionOccurred(Connection line, Exception failure) {
            last.set(told(failure));
        }

        /// The sentence of an exception and of those that caused it: where TLS fails, the reason is the last.
        static String told(Throwable failure) {
            String said = String.valueOf(failure.getMessage());
            Throwable cause = failure.getCause();
            return cause == null ? said : said + ": " + told(cause);
        }
    }

    /// What is wrong, and what to do about it.
    private static String sentence(String why) {
        String lower = why.toLowerCase(Locale.ROOT);
        if (lower.contains("authorization violation") || lower.contains("authentication")) {
            return "NATS refuses our login; check nats.user, nats.token or nats.credentials. Events wait";
        }
        if (lower.contains("certification path") || lower.contains("pkix") || lower.contains("certificate")) {
            return "The certificate of NATS is not trusted; name its authority in nats.ca. Events wait";
        }
        return "NATS cannot be reached; events wait";
    }

    String stream() {
        return config.stream();
    }

    /// Why there is no connection, in a sentence.
    synchronized String trouble() {
        return trouble;
    }

    /// The connection, when it is up and the stream is there.
    synchronized Optional<Connection> up() {
        if (closed) {
            return Optional.empty();
        }
        Connection current = connection;
        if (current == null) {
            if (nextAttempt - System.nanoTime() > 0) {
                return Optional.empty();
            }
            nextAttempt = System.nanoTime() + BETWEEN_ATTEMPTS.toNanos();
            current = connect();
        }
        if (current == null || current.getStatus() != Connection.Status.CONNECTED) {
            // A broker that comes back may have lost the stream.
            streamIsThere = false;
            return Optional.empty();
        }
        if (!streamIsThere && nextAttempt - System.nanoTime() <= 0) {
            nextAttempt = System.nanoTime() + BETWEEN_ATTEMPTS.toNanos();
            streamIsThere = makeStream(current);
        }
        return streamIsThere ? Optional.of(current) : Optional.empty();
    }

    private @Nullable Connection connect() {
        try {
            connection = Nats.connect(options);
            nextAttempt = System.nanoTime();
            return connection;
        } catch (IOException e) {
            String why = Troubles.told(e) + " " + troubles.last.getAndSet("");
            trouble = sentence(why);
            LOG.atWarn().addKeyValue("why", why.strip()).log(trouble);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    private boolean makeStream(Connection current) {
        try {
            JetStreamManagement management = current.jetStreamManagement();
            if (!exists(management)) {
                management.addStream(StreamConfiguration.builder()
                        .name(config.stream())
                        .description("Events of Keystead")
                        .subjects("identity.>")
                        .storageType(StorageType.File)
                        .maxAge(Relay.KEPT)
                        .duplicateWindow(DUPLICATES)
                        .build());
            }
            return true;
        } catch (JetStreamApiException e) {
            // Another node was faster.
            boolean made = e.getApiErrorCode() == ALREADY_IN_USE;
            if (!made) {
                LOG.atWarn().addKeyValue("why", e.getMessage()).log("NATS has no stream for events; they wait");
            }
            return made;
        } catch (IOException e) {
            LOG.atWarn().addKeyValue("why", e.getMessage()).log("NATS does not answer; events wait");
            return false;
        }
    }

    private boolean exists(JetStreamManagement management) throws IOException, JetStreamApiException {
        try {
            management.getStreamInfo(config.stream());
            return true;
        } catch (JetStreamApiException e) {
            if (e.getErrorCode() == NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    /// Looks for the stream again before anything else is published.
    synchronized void streamMayBeGone() {
        streamIsThere = false;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (connection != null) {
            try {
                connection.close();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
