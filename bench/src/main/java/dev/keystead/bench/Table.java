package dev.keystead.bench;

import java.util.ArrayList;
import java.util.List;

/// Rows of text in columns as wide as their widest cell; the first column is a name, the others are numbers.
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(List<String> header) {
        rows.add(header);
    }

    void add(List<String> row) {
        if (row.size() != rows.getFirst().size()) {
            throw new IllegalArgumentException("A row has as many cells as the header.");
        }
        rows.add(row);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String padding = " ".repeat(width(column) - cell.length());
                line.append(column == 0 ? cell + padding : "  " + padding + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
