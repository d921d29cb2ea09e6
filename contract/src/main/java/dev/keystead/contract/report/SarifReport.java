package dev.keystead.contract.report;

import dev.keystead.contract.Examination;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Rule;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Findings as SARIF 2.1.0, the form that code scanning reads. Places are given relative to the folder that the command
/// runs in, when the migrations lie below it, so that they name files of the repository.
public final class SarifReport {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private final List<Rule> rules;
    private final String folder;

    private SarifReport(List<Rule> rules, String folder) {
        this.rules = rules;
        this.folder = folder;
    }

    /// The report as text.
    ///
    /// @param rules all rules that were held against the folder
    /// @param here the folder that the command runs in
    public static String of(Examination examination, List<Rule> rules, Path folder, Path here) {
        var report = new SarifReport(rules, uri(folder, here));
        Map<String, Object> driver = ordered(
                "name",
                "keystead contract",
                "rules",
                rules.stream().map(SarifReport::descriptor).toList());
        Map<String, Object> run = ordered(
                "tool", Map.of("driver", driver),
                "columnKind", "utf16CodeUnits",
                "results", examination.findings().stream().map(report::result).toList());
        return Json.text(ordered("$schema", SCHEMA, "version", "2.1.0", "runs", List.of(run)));
    }

    private static Map<String, Object> descriptor(Rule rule) {
        return ordered(
                "id", rule.id(),
                "shortDescription", words(rule.says()),
                "help", words(rule.cure()),
                "defaultConfiguration", Map.of("level", TableReport.name(rule.severity())),
                "properties", Map.of("section", rule.section()));
    }

    private Map<String, Object> result(Finding finding) {
        Map<String, Object> place = ordered(
                "artifactLocation",
                Map.of("uri", folder + encoded(finding.place().file())),
                "region",
                Map.of("startLine", finding.place().line()));
        return ordered(
                "ruleId", finding.rule().id(),
                "ruleIndex", rules.indexOf(finding.rule()),
                "level", TableReport.name(finding.severity()),
                "message", words(finding.message() + " " + finding.rule().cure()),
                "locations", List.of(Map.of("physicalLocation", place)),
                // Lines move when a file grows above them; what is broken stays.
                "partialFingerprints",
                        Map.of(
                                "subject/v1",
                                finding.rule().id() + "/" + finding.place().file() + "/" + finding.subject()));
    }

    private static Map<String, Object> words(String text) {
        return Map.of("text", text);
    }

    private static String uri(Path folder, Path here) {
        Path whole = folder.toAbsolutePath().normalize();
        Path base = here.toAbsolutePath().normalize();
        if (!whole.startsWith(base)) {
            return whole.toUri().toString().replaceFirst("/?$", "/");
        }
        var uri = new StringBuilder();
        for (Path part : base.relativize(whole)) {
            if (!part.toString().isEmpty()) {
                uri.append(encoded(part.toString())).append('/');
            }
        }
        return uri.toString();
    }

    private static String encoded(String name) {
        try {
            // A leading slash keeps a colon in the name from reading as a scheme.
            return new URI(null, null, "/" + name, null).toASCIIString().substring(1);
        } catch (URISyntaxException e) {
            throw new AssertionError("a path without a scheme is always a URI", e);
        }
    }

    /// A map in the order of its arguments: names and values in turn.
    private static Map<String, Object> ordered(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
