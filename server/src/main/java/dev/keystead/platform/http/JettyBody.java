package dev.keystead.platform.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/// Reads a body from Jetty by pieces, so that its length and the time it takes are bounded as a whole: a
/// client that sends one byte just before each idle timeout gains nothing.
final class JettyBody implements BodySource {
    /// How much of a body that is too long is read and thrown away, so that its sender gets to see the
    /// answer: closing a connection with unread bytes resets it, and the answer is lost.
    private static final long MOST_DISCARDED = LingeringClose.MOST_DISCARDED;

    private final Request request;
    private final HttpLimits limits;
    private final InFlight.Place place;
    private boolean settled;

    JettyBody(Request request, HttpLimits limits, InFlight.Place place) {
        this.request = request;
        this.limits = limits;
        this.place = place;
    }

    @Override
    public byte[] read() {
        settled = true;
        if (request.getLength() > limits.bodyBytes()) {
            throw tooLong(false);
        }
        long deadline = System.nanoTime() + limits.bodyTime().toNanos();
        var bytes = new ByteArrayOutputStream();
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                if (!arrivesBefore(deadline)) {
                    throw tooSlow();
                }
                continue;
            }
            if (Content.Chunk.isFailure(chunk)) {
                throw new Refusal(Reply.refused(400, "the body broke off or is malformed"));
            }
            boolean last = chunk.isLast();
            add(bytes, chunk);
            if (bytes.size() > limits.bodyBytes()) {
                throw tooLong(last);
            }
            if (last) {
                place.resume();
                return bytes.toByteArray();
            }
        }
    }

    private static void add(ByteArrayOutputStream bytes, Content.Chunk chunk) {
        ByteBuffer buffer = chunk.getByteBuffer();
        var piece = new byte[buffer.remaining()];
        buffer.get(piece);
        chunk.release();
        bytes.writeBytes(piece);
    }

    /// Waits for more of the body, without holding a place.
    private boolean arrivesBefore(long deadline) {
        place.pause();
        var arrived = new Semaphore(0);
        request.demand(arrived::release);
        try {
            return arrived.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Refusal tooSlow() {
        request.fail(new TimeoutException("the body took too long"));
        return closing(408, "the body took too long to arrive");
    }

    private Refusal tooLong(boolean atItsEnd) {
        if (!atItsEnd) {
            discard();
        }
        return closing(413, "the body is longer than " + limits.bodyBytes() + " bytes");
    }

    /// Takes what a refused client still sends: cut off in the middle, it might never see why it was refused. A client
    /// that asked first whether to send (`Expect`) is not waited for.
    void discardUnlessRead() {
        if (!settled && !request.getHeaders().contains(HttpHeader.EXPECT)) {
            discard();
        }
    }

    private void discard() {
        long deadline = System.nanoTime() + LingeringClose.LONGEST.toNanos();
        long left = MOST_DISCARDED;
        while (left > 0) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                if (!arrivesBefore(deadline)) {
                    return;
                }
                continue;
            }
            if (Content.Chunk.isFailure(chunk)) {
                return;
            }
            left -= chunk.remaining();
            boolean last = chunk.isLast();
            chunk.release();
            if (last) {
                return;
            }
        }
    }

    private static Refusal closing(int status, String message) {
        return new Refusal(Reply.refused(status, message).with("Connection", "close"));
    }
}
