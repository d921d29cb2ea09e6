package dev.keystead.cli;

import dev.keystead.contract.Locks;
import dev.keystead.tenancy.migration.Migration;
import dev.keystead.tenancy.migration.MigrationCheck;
import dev.keystead.tenancy.migration.MigrationProblem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Checks or writes the lock of a folder of migrations.
final class Locking {
    private Locking() {}

    static ExitCode run(Terminal terminal, Path folder, boolean check) {
        if (!Files.isDirectory(folder)) {
            terminal.complain("There is no folder " + folder + "; name the folder that holds the migrations.");
            return ExitCode.NOT_FOUND;
        }
        return check ? check(terminal, folder) : write(terminal, folder);
    }

    private static ExitCode check(Terminal terminal, Path folder) {
        return switch (Locks.check(folder)) {
            case MigrationCheck.Sound(List<Migration> migrations) -> {
                terminal.say(migrations.size() + " migrations are what their lock says.");
                yield ExitCode.OK;
            }
            case MigrationCheck.Broken(List<MigrationProblem> problems) -> findings(terminal, problems);
        };
    }

    private static ExitCode write(Terminal terminal, Path folder) {
        try {
            return switch (Locks.write(folder)) {
                case Locks.Outcome.Locked(List<String> added) -> {
                    added.forEach(terminal.out()::println);
                    terminal.say(added.isEmpty() ? "The lock was complete already." : added.size() + " locked.");
                    yield ExitCode.OK;
                }
                case Locks.Outcome.Refused(List<MigrationProblem> problems) -> findings(terminal, problems);
            };
        } catch (AccessDeniedException e) {
            terminal.complain("The lock in " + folder + " cannot be written by this user; check its permissions.");
            return ExitCode.DENIED;
        } catch (IOException e) {
            terminal.complain("The lock in " + folder + " cannot be written: " + e.getMessage() + ".");
            return ExitCode.FAILED;
        }
    }

    /// What a check finds is its data.
    private static ExitCode findings(Terminal terminal, List<MigrationProblem> problems) {
        problems.forEach(problem -> terminal.out().println(problem.sentence()));
        terminal.out().flush();
        return ExitCode.FINDINGS;
    }
}
