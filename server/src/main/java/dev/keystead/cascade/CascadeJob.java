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
        Optional<Instant> reversedAt) {

    /// What a job is about to do.
    public enum Status {
        PENDING,
        RUNNING,
        COMPLETED,
        REVERSING,
        REVERSED
    }
}
