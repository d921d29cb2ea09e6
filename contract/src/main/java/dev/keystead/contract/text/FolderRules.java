package dev.keystead.contract.text;

import static dev.keystead.contract.Rule.error;
import static dev.keystead.contract.Rule.warning;

import dev.keystead.contract.Finding;
import dev.keystead.contract.Place;
import dev.keystead.contract.Rule;
import dev.keystead.tenancy.Printable;
import dev.keystead.tenancy.migration.MigrationLock;
import dev.keystead.tenancy.migration.MigrationName;
import dev.keystead.tenancy.migration.MigrationProblem;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// 002 §2: what files lie in the folder, how they are named, and that none was changed after it was locked.
public final class FolderRules {
    static final Rule FOLDER = error(
            "K002-2-folder",
            "002 §2",
            "The folder holds migrations, at most 9999 of them, and is not empty.",
            "Name the folder that holds the migrations and nothing else.");
    static final Rule FILE_NAME = error(
            "K002-2.1-file-name",
            "002 §2.1",
            "A file is named NNNN_snake_case_summary.sql, with at most 48 of a-z, 0-9 and _ in its summary.",
            "Rename the file before it is locked, or move it out of the folder.");
    static final Rule PLAIN_FILE = error(
            "K002-2.1-plain-file",
            "002 §2.1",
            "A migration is a readable regular file of UTF-8 text, no link and no larger than 1 MiB.",
            "Put the file itself there as UTF-8 text without a byte order mark; load large data by a job.");
    static final Rule SUMMARY = warning(
            "K002-2.1-summary",
            "002 §2.1",
            "A summary names what the migration brings and does not begin with add, create or the like.",
            "Leave the verb out before the file is locked: runtime_token_audit, not add_runtime_token_audit.");
    static final Rule ORDER = error(
            "K002-2.2-order",
            "002 §2.2",
            "Numbers begin at 0001 and have neither gaps nor duplicates.",
            "Give the file the next free number, or bring the missing one back.");
    static final Rule APPEND_ONLY = error(
            "K002-2.3-append-only",
            "002 §2.3",
            "A migration that was locked is never changed or removed.",
            "Restore the file and put the change into a new migration.");
    static final Rule LOCK = error(
            "K002-2.4-lock",
            "002 §2.4",
            "_migrations.lock has one line NNNN  <sha256>  <file> for each migration, sorted by number.",
            "Run 'keystead contract lock' on the folder, or restore the lock from version control.");

    private static final Set<String> VERBS =
            Set.of("add", "added", "adds", "adding", "create", "created", "creates", "creating", "new");

    private FolderRules() {}

    public static List<Rule> all() {
        return List.of(FOLDER, FILE_NAME, PLAIN_FILE, SUMMARY, ORDER, APPEND_ONLY, LOCK);
    }

    /// What is wrong with the folder as a whole.
    public static Finding folder(String folder, String sentence) {
        return FOLDER.at(new Place(folder, 1), folder, sentence);
    }

    public static Finding of(MigrationProblem problem) {
        return switch (problem) {
            case MigrationProblem.BadName(String file) -> at(FILE_NAME, file, problem);
            case MigrationProblem.Duplicate(int _, List<String> files) -> at(ORDER, files.getLast(), problem);
            case MigrationProblem.Gap(int _, String next) -> at(ORDER, next, problem);
            case MigrationProblem.Changed(String file, String _, String _) -> at(APPEND_ONLY, file, problem);
            case MigrationProblem.Missing(String file) -> at(APPEND_ONLY, file, problem);
            case MigrationProblem.NotLocked(String file) -> at(LOCK, file, problem);
            case MigrationProblem.NoLock() -> at(LOCK, MigrationLock.FILE, problem);
            case MigrationProblem.MalformedLock(int line, String _) -> inLock(line, problem);
            case MigrationProblem.UnsortedLock(int line, String _) -> inLock(line, problem);
            case MigrationProblem.NotUtf8(String file) -> at(PLAIN_FILE, file, problem);
            case MigrationProblem.TooLarge(String file, int _) -> at(PLAIN_FILE, file, problem);
            case MigrationProblem.SymbolicLink(String file) -> at(PLAIN_FILE, file, problem);
            case MigrationProblem.NotAFile(String file) -> at(PLAIN_FILE, file, problem);
            case MigrationProblem.Unreadable(String what, String _) -> at(PLAIN_FILE, what, problem);
        };
    }

    static Optional<Finding> summary(MigrationName name) {
        String verb = name.summary().split("_", 2)[0];
        return VERBS.contains(verb)
                ? Optional.of(SUMMARY.at(
                        new Place(name.file(), 1),
                        name.file(),
                        "The summary begins with '" + verb + "' and not with what the migration brings."))
                : Optional.empty();
    }

    private static Finding at(Rule rule, String file, MigrationProblem problem) {
        // A well-formed name is harmless; any other may hold what a terminal would obey.
        String shown = MigrationName.parse(file).isPresent() ? file : Printable.of(file);
        return rule.at(new Place(shown, 1), shown, problem.sentence());
    }

    private static Finding inLock(int line, MigrationProblem problem) {
        return LOCK.at(new Place(MigrationLock.FILE, line), MigrationLock.FILE, problem.sentence());
    }
}
