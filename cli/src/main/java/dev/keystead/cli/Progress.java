package dev.keystead.cli;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells what a command is busy with: on a terminal one moving line for each step with the seconds it has taken,
/// elsewhere a plain line for each step.
final class Progress implements Consumer<String>, AutoCloseable {
    private static final String[] FRAMES = {"|", "/", "-", "\\"};
    private static final String ERASE = "\r\u001b[2K";
    private static final long FRAME_MILLIS = 120;
    private static final long WORTH_TELLING_MILLIS = 1_000;

    private final Terminal terminal;
    private final Optional<Thread> painter;
    private @Nullable String step;
    private long stepBegun;
    private boolean closed;

    private Progress(Terminal terminal) {
        this.terminal = terminal;
        this.painter = terminal.animated() && !terminal.quiet()
                ? Optional.of(Thread.ofPlatform().daemon().name("progress").unstarted(this::paint))
                : Optional.empty();
    }

    static Progress on(Terminal terminal) {
        var progress = new Progress(terminal);
        progress.painter.ifPresent(Thread::start);
        return progress;
    }

    /// Ends the step before and begins this one.
    @Override
    public synchronized void accept(String sentence) {
        String next = sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
        // What happens after the start, such as a new PostgreSQL in place of a dead one, is told in a plain line.
        if (painter.isEmpty() || closed) {
            terminal.say(next);
            return;
        }
        endStep();
        step = next;
        stepBegun = System.nanoTime();
        draw(0);
    }

    /// Says more about the step under way, on a terminal alone.
    synchronized void update(String sentence) {
        if (painter.isPresent() && !closed && step != null) {
            step = sentence;
        }
    }

    /// Ends the last step.
    @Override
    public void close() {
        synchronized (this) {
            if (painter.isPresent() && !closed) {
                endStep();
            }
            closed = true;
            notifyAll();
        }
    }

    private synchronized void paint() {
        try {
            for (int frame = 0; !closed; frame++) {
                if (step != null) {
                    draw(frame);
                }
                wait(FRAME_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void draw(int frame) {
        long seconds = stepMillis() / 1_000;
        terminal.err()
                .print(ERASE + FRAMES[frame % FRAMES.length] + " " + step
                        + (seconds == 0 ? "" : " (" + seconds + " s)"));
        terminal.err().flush();
    }

    /// A step that took a while stays on the screen with its time; a short one leaves no trace.
    private void endStep() {
        if (step == null) {
            return;
        }
        long millis = stepMillis();
        terminal.err().print(ERASE);
        if (millis >= WORTH_TELLING_MILLIS) {
            terminal.err().println("- " + step + " (" + millis / 1_000 + "." + millis % 1_000 / 100 + " s)");
        }
        terminal.err().flush();
        step = null;
    }

    private long stepMillis() {
        return (System.nanoTime() - stepBegun) / 1_000_000;
    }
}
