package dev.keystead.tenancy.migration;

import dev.keystead.tenancy.Printable;
import java.util.List;

/// One thing that is wrong with a folder of migrations.
public sealed interface MigrationProblem {
    /// What is wrong and what to do about it, for the person who meets it.
    String sentence();

    record BadName(String file) implements MigrationProblem {
        @Override
        public String sentence() {
            return Printable.of(file) + " is not named like a migration: name it NNNN_snake_case_summary.sql"
                    + " (four digits from 0001, then at most 48 of a-z, 0-9 and _), or move it out of the folder.";
        }
    }

    record Duplicate(int number, List<String> files) implements MigrationProblem {
        @Override
        public String sentence() {
            return "The number " + MigrationName.digits(number) + " is used by " + String.join(" and ", files)
                    + ": give the later one the next free number.";
        }
    }

    record Gap(int missing, String next) implements MigrationProblem {
        @Override
        public String sentence() {
            return "There is no migration " + MigrationName.digits(missing) + " before " + next
                    + ": numbers have no gaps, so bring the missing file back or renumber.";
        }
    }

    record Changed(String file, String locked, String actual) implements MigrationProblem {
        @Override
        public String sentence() {
            return file + " was changed after it was locked (SHA-256 " + locked + " became " + actual
                    + "): restore it and put the change into a new migration.";
        }
    }

    record Missing(String file) implements MigrationProblem {
        @Override
        public String sentence() {
            return file + " is in the lock but not in the folder: restore it; migrations are never removed.";
        }
    }

    record NotLocked(String file) implements MigrationProblem {
        @Override
        public String sentence() {
            return file + " is not in " + MigrationLock.FILE + ": lock it with 'keystead contract lock'.";
        }
    }

    record NoLock() implements MigrationProblem {
        @Override
        public String sentence() {
            return "There is no " + MigrationLock.FILE
                    + " beside the migrations: make it with 'keystead contract lock'.";
        }
    }

    record MalformedLock(int line, String text) implements MigrationProblem {
        @Override
        public String sentence() {
            return "Line " + line + " of " + MigrationLock.FILE + " is '" + Printable.of(text)
                    + "' and not 'NNNN  <sha256>  <file>': restore the lock from version control.";
        }
    }

    record UnsortedLock(int line, String file) implements MigrationProblem {
        @Override
        public String sentence() {
            return "Line " + line + " of " + MigrationLock.FILE + " (" + file
                    + ") repeats a number or is out of order: restore the lock from version control.";
        }
    }

    record NotUtf8(String file) implements MigrationProblem {
        @Override
        public String sentence() {
            return file + " is not plain UTF-8 text: save it as UTF-8 without a byte order mark and NUL characters.";
        }
    }

    record TooLarge(String file, int limit) implements MigrationProblem {
        @Override
        public String sentence() {
            return file + " is larger than " + limit + " bytes: split it, or load the data by a job.";
        }
    }

    record SymbolicLink(String file) implements MigrationProblem {
        @Override
        public String sentence() {
            return Printable.of(file) + " is a symbolic link: put the file itself into the folder.";
        }
    }

    record NotAFile(String file) implements MigrationProblem {
        @Override
        public String sentence() {
            return Printable.of(file) + " is not a regular file: move it out of the folder of migrations.";
        }
    }

    record Unreadable(String what, String why) implements MigrationProblem {
        @Override
        public String sentence() {
            return what + " cannot be read (" + Printable.of(why) + "): check the path and its permissions.";
        }
    }
}
