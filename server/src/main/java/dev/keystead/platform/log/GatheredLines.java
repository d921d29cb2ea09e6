package dev.keystead.platform.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Lines that go out together, a moment after the first of them at the latest: under load most of what a line costs is
/// the system call that writes it. Whoever cannot wait flushes. What waits is lost only when the process is killed.
final class GatheredLines extends OutputStream {
    private static final int FULL = 32 * 1024;

    private final OutputStream target;
    private final Duration moment;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition first = lock.newCondition();
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream(FULL);

    private GatheredLines(OutputStream target, Duration moment) {
        this.target = target;
        this.moment = moment;
    }

    /// Gathers what goes to a stream. Whatever is still there when the process ends in order is written then.
    ///
    /// @param moment how long a line waits for others
    static GatheredLines before(OutputStream target, Duration moment) {
        var lines = new GatheredLines(target, moment);
        Thread.ofPlatform().daemon().name("log").start(lines::writeNowAndThen);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(lines::flush));
        return lines;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        lock.lock();
        try {
            if (waiting.size() == 0) {
                first.signal();
            }
            waiting.write(bytes, offset, length);
            if (waiting.size() >= FULL) {
                flush();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void flush() {
        lock.lock();
        try {
            waiting.writeTo(target);
            target.flush();
        } catch (IOException _) {
            // Nobody is left to be told.
        } finally {
            waiting.reset();
            lock.unlock();
        }
    }

    @Override
    public void close() {
        flush();
    }

    private void writeNowAndThen() {
        while (true) {
            awaitFirst();
            LockSupport.parkNanos(moment.toNanos());
            flush();
        }
    }

    private void awaitFirst() {
        lock.lock();
        try {
            while (waiting.size() == 0) {
                first.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
