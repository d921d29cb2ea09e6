package dev.keystead.platform.db;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sockets to PostgreSQL that are closed when it keeps silent for too long: a server that vanished without a word must
/// not hold a thread for ever.
///
/// The driver could limit each read. For a virtual thread that is a timer set and a timer cancelled, with a thread
/// woken
/// for both, and costs more than the read itself. So reads have no limit, and one thread looks for those that wait too
/// long.
public final class PatientSockets extends SocketFactory {
    private static final Logger LOG = LoggerFactory.getLogger(PatientSockets.class);
    private static final Set<PatientSocket> OPEN = ConcurrentHashMap.newKeySet();

    private final Duration limit;

    /// Made by the driver, which knows the name of this class and one text.
    ///
    /// @param milliseconds how long the server may be silent after it was asked something
    public PatientSockets(String milliseconds) {
        this.limit = Duration.ofMillis(Long.parseLong(milliseconds));
    }

    static {
        var _ = Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("silent-databases").factory())
                .scheduleWithFixedDelay(
                        () -> OPEN.stream()
                                .filter(PatientSocket::hasWaitedTooLong)
                                .forEach(PatientSocket::giveUp),
                        1,
                        1,
                        TimeUnit.SECONDS);
    }

    private static final class PatientSocket extends Socket {
        private final Duration limit;

        /// When the read that is under way began; nothing is read when it is zero.
        private volatile long waitsSince;

        PatientSocket(Duration limit) {
            this.limit = limit;
            OPEN.add(this);
        }

        boolean hasWaitedTooLong() {
            long since = waitsSince;
            return since != 0 && System.nanoTime() - since > limit.toNanos();
        }

        /// Whoever waits sees a connection that broke.
        void giveUp() {
            LOG.atWarn().addKeyValue("limit", limit).log("PostgreSQL was silent for too long; a connection was closed");
            try {
                close();
            } catch (IOException _) {
                // It is as good as closed.
            }
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    var one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
                }

                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    // Zero means that nobody waits.
                    waitsSince = System.nanoTime() | 1;
                    try {
                        return in.read(bytes, offset, length);
                    } finally {
                        waitsSince = 0;
                    }
                }
            };
        }

        @Override
        public void close() throws IOException {
            OPEN.remove(this);
            super.close();
        }
    }

    /// Not connected yet: the driver does that, with a limit of its own.
    @Override
    public Socket createSocket() {
        return new PatientSocket(limit);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw connected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        throw connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        throw connected();
    }

    private static SocketException connected() {
        return new SocketException("the driver connects its sockets itself");
    }
}
