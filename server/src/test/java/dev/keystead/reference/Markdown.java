package dev.keystead.reference;

import java.util.List;

/// A page in the making.
final class Markdown {
    private final StringBuilder text = new StringBuilder();

    /// @param what says what the page is and that `bin/reference` writes it
    Markdown(String title, String what) {
        text.append("# ").append(title).append('\n');
        paragraph(what);
    }

    Markdown section(String title) {
        text.append("\n## ").append(title).append('\n');
        return this;
    }

    Markdown subsection(String title) {
        text.append("\n### ").append(title).append('\n');
        return this;
    }

    Markdown paragraph(String sentences) {
        text.append('\n').append(sentences.strip()).append('\n');
        return this;
    }

    Markdown bullets(List<String> items) {
        text.append('\n');
        items.forEach(item -> text.append("- ").append(item).append('\n'));
        return this;
    }

    Markdown table(List<String> head, List<List<String>> rows) {
        text.append('\n');
        row(head);
        row(head.stream().map(_ -> "---").toList());
        rows.forEach(this::row);
        return this;
    }

    /// A bar would end the cell, even inside code.
    private void row(List<String> cells) {
        text.append('|');
        cells.forEach(cell -> text.append(' ')
                .append(cell.strip().replace("|", "\\|").replace('\n', ' '))
                .append(" |"));
        text.append('\n');
    }

    static String code(String words) {
        return "`" + words + "`";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
