package dev.keystead.login;

import dev.keystead.tenancy.Scope;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Work that must not be seen in the time of an answer: whether there is somebody to write to.
///
/// It begins after the answer is on its way. A process that dies in between has sent no mail, and the person asks
/// again.
public final class Aside {
    private static final Logger LOG = LoggerFactory.getLogger(Aside.class);

    /// More would only wait for a database connection.
    private static final int MOST = 64;

    private final Semaphore free = new Semaphore(MOST);

    /// Runs the work with this scope bound, soon.
    public void run(Scope scope, Runnable work) {
        if (!free.tryAcquire()) {
            LOG.atWarn().log("Too much is to be mailed at this moment; a mail was not sent");
            return;
        }
        Thread.ofVirtual().name("aside").start(() -> {
            try {
                scope.call(() -> {
                    work.run();
                    return true;
                });
            } catch (RuntimeException e) {
                LOG.atWarn().setCause(e).log("A mail was not queued");
            } finally {
                free.release();
            }
        });
    }
}
