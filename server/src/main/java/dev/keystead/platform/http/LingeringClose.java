package dev.keystead.platform.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadPendingException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/// Ends a connection whose request was given up in the middle: what the client still sends is taken and thrown away
/// after the answer, because closing a socket with unread bytes resets it, and the answer is lost on its way.
///
/// Both the bytes and the time are bounded: whoever sends on and on is cut off.
final class LingeringClose extends Callback.Nested {
    static final long MOST_DISCARDED = 1024 * 1024;
    static final Duration LONGEST = Duration.ofSeconds(2);
    private static final int PIECE = 16 * 1024;

    private final EndPoint connection;

    private LingeringClose(EndPoint connection, Callback then) {
        super(then);
        this.connection = connection;
    }

    /// The callback for an answer after which this connection ends; the same callback when it goes on.
    static Callback after(Request request, Callback callback) {
        var connection = request.getConnectionMetaData();
        boolean ends = connection.getHttpVersion().getVersion() < HttpVersion.HTTP_2.getVersion()
                && !connection.isPersistent();
        return ends ? new LingeringClose(connection.getConnection().getEndPoint(), callback) : callback;
    }

    @Override
    public void succeeded() {
        Thread.ofVirtual().name("lingering-close").start(() -> {
            // A request whose end is not told would count as running for ever.
            try {
                discard();
            } finally {
                super.succeeded();
            }
        });
    }

    private void discard() {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        var piece = ByteBuffer.allocate(PIECE).flip();
        try {
            for (long left = MOST_DISCARDED; left > 0; ) {
                int read = connection.fill(piece);
                piece.clear().flip();
                if (read < 0 || (read == 0 && !arrivesBefore(deadline))) {
                    return;
                }
                left -= read;
            }
        } catch (IOException | ReadPendingException _) {
            // The client is gone, or somebody else reads what it sends: no reason to linger.
        }
    }

    private boolean arrivesBefore(long deadline) {
        var arrived = new Semaphore(0);
        connection.fillInterested(Callback.from(arrived::release));
        try {
            return arrived.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
