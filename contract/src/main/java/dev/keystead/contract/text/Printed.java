package dev.keystead.contract.text;

/// Words from files, made safe to show.
public final class Printed {
    private Printed() {}

    /// On one line, without what a terminal would obey instead of show.
    public static String line(String words) {
        var shown = new StringBuilder(words.length());
        for (int i = 0; i < words.length(); i++) {
            shown.append(isShown(words.charAt(i)) ? words.charAt(i) : '?');
        }
        return shown.toString();
    }

    /// The same inside a cell of a Markdown table.
    public static String cell(String words) {
        return line(words).replace("|", "\\|").replace("<", "&lt;");
    }

    public static boolean isShown(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
