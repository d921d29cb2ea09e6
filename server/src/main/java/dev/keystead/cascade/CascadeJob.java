package dev.keystead.cascade;

import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Optional;

/// The suspension of everybody below somebody, and how far it is.
///
/// @param rootPath the root's place in the lineage, with which the path of everybody below begins; in
///     hexadecimal
/// @param generation which generation the walk is in
/// @param place the last path that it looked at there
/// @param found how many people it found, the root included
/// @param restoredTo the last position with which undoing has dealt
public record CascadeJob(
        CascadeJobId id,
        UserId root,
        String rootPath,
        String initiatedBy,
        Instant initiatedAt,
        Status status,
        int generation,
        String place,
        int found,
        int suspended,
        int flagged,
        int restored,
        int restoredTo,
        Instant reversibleUntil,
        Optional<Instant> completedAt,
        Optional<Instant> reversedAt,
        Trouble trouble) {

    /// What stands in a job's way.
    ///
    /// @param failures how many batches failed since the last one that did not
    /// @param notes why the last one did
    /// @param failedWhile what a job that was given up was doing
    public record Trouble(int failures, Optional<String> notes, Optional<Status> failedWhile) {
        static final Trouble NONE = new Trouble(0, Optional.empty(), Optional.empty());
    }

    /// What a job is about to do.
    public enum Status {
        PENDING,
        RUNNING,
        COMPLETED,
        REVERSING,
        REVERSED,
        FAILED
    }
}
