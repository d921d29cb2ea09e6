package dev.keystead.audit;

import dev.keystead.platform.json.ReasonCode;
import java.util.Optional;

/// What became of the wish to change something. Whoever answers it says so for every case: see [Answers].
///
/// @param <T> the kind of thing
public sealed interface Outcome<T> {
    record Made<T>(T made) implements Outcome<T> {}

    record Changed<T>(T before, T after) implements Outcome<T> {}

    /// It was already as wished.
    record Unchanged<T>(T same) implements Outcome<T> {}

    record Deleted<T>(T gone) implements Outcome<T> {}

    record NotFound<T>() implements Outcome<T> {}

    /// Its version is not the one that the caller had read.
    record Stale<T>() implements Outcome<T> {}

    /// A member of the body cannot be so, for a reason that the caller may know.
    ///
    /// @param code the word of the rule, where it has one
    record Wrong<T>(String member, String reason, Optional<ReasonCode> code) implements Outcome<T> {
        public Wrong(String member, String reason) {
            this(member, reason, Optional.empty());
        }

        public Wrong(String member, String reason, ReasonCode code) {
            this(member, reason, Optional.of(code));
        }
    }

    /// The rules do not allow it, for a reason that the caller may know.
    ///
    /// @param code the word of the rule, where it has one
    record Refused<T>(String reason, Optional<ReasonCode> code) implements Outcome<T> {
        public Refused(String reason) {
            this(reason, Optional.empty());
        }

        public Refused(String reason, ReasonCode code) {
            this(reason, Optional.of(code));
        }
    }

    /// It would leave a place without anybody who can let others in. Such a refusal leaves its entry in the audit
    /// trail: somebody tried.
    ///
    /// @param reason a sentence for whoever asked
    record Kept<T>(String reason) implements Outcome<T> {}

    /// The caller's own role is not enough.
    record NotAllowed<T>() implements Outcome<T> {}
}
