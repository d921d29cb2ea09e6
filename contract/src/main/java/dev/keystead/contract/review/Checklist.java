package dev.keystead.contract.review;

import dev.keystead.contract.Examination;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Severity;
import dev.keystead.contract.text.Definition;
import dev.keystead.contract.text.Definition.Thing;
import dev.keystead.contract.text.MigrationText;
import dev.keystead.contract.text.Printed;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.tenancy.migration.MigrationLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// 002 §8's checklist for one migration. An item is ticked when it is known to hold; one that only a person can know is
/// left open with what belongs there.
///
/// @param text the whole list, in Markdown
/// @param isClean whether nothing in the migration breaks the contract
public record Checklist(String text, boolean isClean) {
    private static final Pattern RFC = Pattern.compile("RFC-[0-9]{4}");
    private static final Pattern DIGEST_CITATION = Pattern.compile("§\\s*4\\.3");
    private static final Pattern SYSTEM_WIDE = Pattern.compile("(?i)system-wide\\s*:.*");

    /// The checklist of the migration with this number, if there is one.
    public static Optional<Checklist> of(Examination examination, int number) {
        return examination.texts().stream()
                .filter(text -> text.migration().name().number() == number)
                .findFirst()
                .map(text -> of(text, examination));
    }

    private static Checklist of(MigrationText text, Examination examination) {
        // A lock that is missing or broken says nothing about any of its files.
        List<Finding> errors = examination.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .filter(finding -> finding.place().file().equals(text.file())
                        || finding.place().file().equals(MigrationLock.FILE))
                .toList();
        return new Checklist(new Filling(text, errors).write(), errors.isEmpty());
    }

    /// Writes the list, item by item.
    private static final class Filling {
        private final MigrationText text;
        private final List<Finding> open;
        private final List<String> lines = new ArrayList<>();

        Filling(MigrationText text, List<Finding> errors) {
            this.text = text;
            this.open = new ArrayList<>(errors);
        }

        String write() {
            String file = text.file();
            lines.add("## Migration PR Checklist (RFC-0017 §8)");
            judged("SQL file: `migrations/" + file + "` (matches §2.1 grammar)", "", "K002-2.1", "K002-2.2");
            judged("_migrations.lock updated; new SHA-256: " + text.migration().sha256(), "", "K002-2");
            judged("Tenant-scoping (§3): ", isExempt() ? "exempt-with-citation" : "conformant", "K002-3", "K004");
            judged("Indexing (§4): ", citesDigests() ? "§4.3-exception-cited" : "conformant", "K002-4");
            judged("Audit-table (§5): ", auditTables(), "K002-5");
            judged("Type rules (§6): ", "conformant", "K002-6");
            item(false, "Test fixture updated: <path/to/fixture> OR <\"none affected\">");
            rollback();
            List<String> rfcs = text.text().comments().stream()
                    .flatMap(comment -> RFC.matcher(comment.text()).results())
                    .map(MatchResult::group)
                    .distinct()
                    .toList();
            item(
                    !rfcs.isEmpty(),
                    "Affected RFCs cross-linked" + (rfcs.isEmpty() ? "" : ": " + String.join(", ", rfcs)));
            if (!open.isEmpty()) {
                lines.add("");
                lines.add("Outside this list:");
                open.forEach(this::detail);
            }
            return String.join("\n", lines) + "\n";
        }

        /// An item that is decided by the rules whose ids begin so.
        private void judged(String heading, String whenRight, String... prefixes) {
            List<Finding> against = open.stream()
                    .filter(finding ->
                            Stream.of(prefixes).anyMatch(finding.rule().id()::startsWith))
                    .toList();
            open.removeAll(against);
            item(against.isEmpty(), heading + (against.isEmpty() ? whenRight : ""));
            against.forEach(this::detail);
        }

        private void detail(Finding finding) {
            lines.add("      line " + finding.place().line() + ": " + Printed.line(finding.message()) + " ("
                    + finding.rule().id() + ")");
        }

        private void item(boolean holds, String words) {
            lines.add("- [" + (holds ? "x" : " ") + "] " + words.strip());
        }

        private boolean isExempt() {
            return made(Thing.TABLE)
                    .anyMatch(statement -> statement.above().stream()
                            .anyMatch(comment ->
                                    SYSTEM_WIDE.matcher(comment.text()).matches()));
        }

        private boolean citesDigests() {
            return made(Thing.INDEX)
                    .anyMatch(statement -> Stream.concat(statement.above().stream(), statement.within().stream())
                            .anyMatch(comment ->
                                    DIGEST_CITATION.matcher(comment.text()).find()));
        }

        private String auditTables() {
            boolean any = made(Thing.TABLE)
                    .map(Definition::of)
                    .flatMap(Optional::stream)
                    .anyMatch(making -> making.name().endsWith("_audit"));
            return any
                    ? "conformant, retention class = "
                            + String.join(", ", text.header().retentionClasses())
                    : "N/A";
        }

        private Stream<SqlStatement> made(Thing thing) {
            return text.text().statements().stream()
                    .filter(statement -> Definition.of(statement)
                            .filter(making -> making.makes(thing))
                            .isPresent());
        }

        private void rollback() {
            Optional<String> written = text.header().fact("rollback");
            if (written.isPresent()) {
                item(true, "Rollback plan: " + Printed.line(written.get()));
            } else if (text.text().statements().stream().anyMatch(SqlStatement::destroys)) {
                item(false, "Rollback plan: `DESTRUCTIVE — no rollback`");
                lines.add("      (if DESTRUCTIVE: cite CEO break-change authorization)");
            } else {
                Optional<String> inverse = Inverse.of(text.text().statements());
                item(inverse.isPresent(), "Rollback plan: " + inverse.orElse("<inverse-DDL summary>"));
            }
        }
    }
}
