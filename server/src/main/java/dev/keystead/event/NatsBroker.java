package dev.keystead.event;

import dev.keystead.platform.config.NatsConfig;
import dev.keystead.platform.config.Secret;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.Authorities;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
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

    private static final int NOT_FOUND = 404;
    private static final int ALREADY_IN_USE = 10_058;

    private final NatsConfig config;
    private final Options options;
    private @Nullable Connection connection;
    private boolean streamIsThere;
    private boolean closed;
    private long nextAttempt = System.nanoTime();

    /// @throws StartRefused when the settings cannot be
    public NatsBroker(NatsConfig config) {
        config.fault().ifPresent(fault -> {
            throw new StartRefused(fault);
        });
        this.config = config;
        this.options = options(config);
    }

    private static Options options(NatsConfig config) {
        Options.Builder options = new Options.Builder()
                .servers(config.url().split(",", -1))
                .connectionName("keystead")
                .connectionTimeout(CONNECT)
                .maxReconnects(-1)
                .reconnectWait(Duration.ofMillis(500))
                // What cannot be sent now is sent later by us, and must not be sent by the client too.
                .reconnectBufferSize(0)
                .errorListener(new Quiet());
        Secret<String> password = config.password();
        if (password != null) {
            options.userInfo(config.user().toCharArray(), password.reveal().toCharArray());
        }
        Path credentials = config.credentials();
        if (credentials != null) {
            options.authHandler(Nats.credentials(credentials.toString()));
        }
        Path authorities = config.authorities();
        if (authorities != null) {
            options.sslContext(trusting(authorities));
        }
        return options.build();
    }

    private static SSLContext trusting(Path authorities) {
        try {
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(
                    Authorities.in(authorities, "nats.ca").besideThoseOfJava().store());
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, trust.getTrustManagers(), null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS is part of every JDK", e);
        }
    }

    /// Failures are told where they matter: by what becomes of an event.
    private static final class Quiet implements ErrorListener {}

    String stream() {
        return config.stream();
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
            LOG.atWarn().addKeyValue("why", e.getMessage()).log("NATS cannot be reached; events wait");
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
