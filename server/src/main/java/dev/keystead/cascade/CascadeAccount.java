package dev.keystead.cascade;

import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Somebody whom a cascade found, and what it did.
///
/// @param position where in its walk; 0 is the root
/// @param reason why they were left alone
/// @param statusBefore what they were before the job suspended them
/// @param suspensionBefore the earlier job that had suspended them
public record CascadeAccount(
        int position,
        UserId user,
        int generation,
        State state,
        Optional<Reason> reason,
        Optional<User.Status> statusBefore,
        Optional<UUID> suspensionBefore,
        Instant foundAt,
        Optional<Instant> decidedAt) {

    /// What became of somebody.
    public enum State {
        /// The job suspended them.
        SUSPENDED,
        /// There was nothing to do.
        UNTOUCHED,
        /// They were left alone, and somebody is to decide.
        FLAGGED,
        /// They were suspended after all, by decision.
        CONFIRMED,
        /// They stay, by decision.
        DISMISSED,
        /// Undoing gave them back what they had.
        RESTORED,
        /// Undoing left them as they are, because somebody has decided otherwise since.
        KEPT
    }

    /// Why somebody was left alone.
    public enum Reason {
        STAFF,
        SCORE,
        TENURE,
        SUSPENDED_BEFORE,
        GONE;

        /// Whether somebody is to decide about them.
        boolean isToBeReviewed() {
            return switch (this) {
                case STAFF, SCORE, TENURE -> true;
                case SUSPENDED_BEFORE, GONE -> false;
            };
        }
    }
}
