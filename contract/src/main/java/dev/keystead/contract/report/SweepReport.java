package dev.keystead.contract.report;

import dev.keystead.contract.review.Sweep;
import dev.keystead.contract.text.Printed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A sweep in the forms that people and programs read.
public final class SweepReport {
    private SweepReport() {}

    /// The table as 002 §9 has it.
    public static String markdown(List<Sweep.Row> rows) {
        var text = new StringBuilder("| Migration | Status | Notes |\n| --- | --- | --- |\n");
        for (Sweep.Row row : rows) {
            text.append("| `")
                    .append(row.migration())
                    .append("` | ")
                    .append(row.status().words());
            text.append(" | ").append(Printed.cell(row.notes())).append(" |\n");
        }
        return text.toString();
    }

    public static String json(List<Sweep.Row> rows) {
        return Json.text(
                Map.of("migrations", rows.stream().map(SweepReport::row).toList()));
    }

    private static Map<String, Object> row(Sweep.Row row) {
        var members = new LinkedHashMap<String, Object>();
        members.put("migration", row.migration());
        members.put("status", row.status().words());
        members.put("notes", row.notes());
        return members;
    }
}
