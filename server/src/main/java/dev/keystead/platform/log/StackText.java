package dev.keystead.platform.log;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;

/// An exception as indented lines: its message masked and on one line, its frames, its suppressed exceptions and
/// causes.
final class StackText {
    private static final int MAX_MESSAGE_CHARACTERS = 4_096;
    private static final int MAX_FRAMES = 200;
    private static final int MAX_DEPTH = 20;

    private final StringBuilder out = new StringBuilder();

    private StackText() {}

    static String of(IThrowableProxy thrown) {
        StackText text = new StackText();
        text.append(thrown, "", 0);
        return text.out.toString();
    }

    private void append(IThrowableProxy thrown, String label, int depth) {
        String indent = "  ".repeat(Math.min(depth, MAX_DEPTH) + 1);
        out.append(indent).append(label).append(thrown.getClassName());
        if (thrown.getMessage() != null) {
            out.append(": ").append(Printable.line(Redaction.mask(thrown.getMessage()), MAX_MESSAGE_CHARACTERS));
        }
        out.append('\n');
        if (thrown.isCyclic()) {
            out.append(indent).append("  (printed above)\n");
            return;
        }
        appendFrames(thrown, indent);
        if (depth >= MAX_DEPTH) {
            out.append(indent).append("  (deeper causes left out)\n");
            return;
        }
        for (IThrowableProxy suppressed : thrown.getSuppressed()) {
            append(suppressed, "suppressed: ", depth + 1);
        }
        if (thrown.getCause() != null) {
            append(thrown.getCause(), "caused by: ", depth + 1);
        }
    }

    private void appendFrames(IThrowableProxy thrown, String indent) {
        StackTraceElementProxy[] frames = thrown.getStackTraceElementProxyArray();
        int own = frames.length - thrown.getCommonFrames();
        for (int i = 0; i < Math.min(own, MAX_FRAMES); i++) {
            out.append(indent)
                    .append("  at ")
                    .append(frames[i].getStackTraceElement())
                    .append('\n');
        }
        if (own > MAX_FRAMES) {
            out.append(indent)
                    .append("  (")
                    .append(own - MAX_FRAMES)
                    .append(" more frames)")
                    .append('\n');
        }
    }
}
