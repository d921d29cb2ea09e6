package dev.keystead.platform.log;

/// Text from outside, made safe to print on one line of a terminal or a log.
public final class Printable {
    private Printable() {}

    /// The text with every character that could move the cursor, start a line or reverse the reading direction
    /// written as an escape.
    public static String line(String text) {
        StringBuilder safe = null;
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            int next = at + Character.charCount(point);
            if (isPlain(point)) {
                if (safe != null) {
                    safe.appendCodePoint(point);
                }
            } else {
                if (safe == null) {
                    safe = new StringBuilder(text.length() + 16).append(text, 0, at);
                }
                appendEscape(safe, point);
            }
            at = next;
        }
        return safe == null ? text : safe.toString();
    }

    /// The same, cut after a number of characters; the cut is marked with the number of characters left out.
    public static String line(String text, int maxCharacters) {
        return line(cut(text, maxCharacters));
    }

    static String cut(String text, int maxCharacters) {
        if (text.length() <= maxCharacters) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(maxCharacters - 1)) ? maxCharacters - 1 : maxCharacters;
        return text.substring(0, end) + "… (" + (text.length() - end) + " more characters)";
    }

    private static boolean isPlain(int point) {
        if (point >= ' ' && point < 0x7f) {
            return true;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    private static void appendEscape(StringBuilder safe, int point) {
        switch (point) {
            case '\n' -> safe.append("\\n");
            case '\r' -> safe.append("\\r");
            case '\t' -> safe.append("\\t");
            default -> {
                if (point > 0xffff) {
                    safe.append(String.format("\\U%08x", point));
                } else {
                    safe.append(String.format("\\u%04x", point));
                }
            }
        }
    }
}
