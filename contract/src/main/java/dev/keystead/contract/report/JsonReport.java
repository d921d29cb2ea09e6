package dev.keystead.contract.report;

import dev.keystead.contract.Examination;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Findings for programs. Members are only ever added.
public final class JsonReport {
    private JsonReport() {}

    public static String of(Examination examination) {
        var report = new LinkedHashMap<String, Object>();
        report.put("dialect", examination.settings().dialect().name().toLowerCase(Locale.ROOT));
        report.put("since", examination.settings().since());
        report.put("migrations", examination.texts().size());
        report.put("errors", examination.count(Severity.ERROR));
        report.put("warnings", examination.count(Severity.WARNING));
        report.put("notes", examination.count(Severity.NOTE));
        List<Map<String, Object>> findings =
                examination.findings().stream().map(JsonReport::finding).toList();
        report.put("findings", findings);
        return Json.text(report);
    }

    private static Map<String, Object> finding(Finding finding) {
        var members = new LinkedHashMap<String, Object>();
        members.put("rule", finding.rule().id());
        members.put("section", finding.rule().section());
        members.put("severity", TableReport.name(finding.severity()));
        members.put("file", finding.place().file());
        members.put("line", finding.place().line());
        members.put("subject", finding.subject());
        members.put("message", finding.message());
        members.put("cure", finding.rule().cure());
        return members;
    }
}
