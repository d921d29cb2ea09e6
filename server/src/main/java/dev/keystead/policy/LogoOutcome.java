package dev.keystead.policy;

import java.util.Optional;

/// What became of the wish for a logo, or for none.
sealed interface LogoOutcome {
    record Set(Optional<Logo> before, Logo after) implements LogoOutcome {}

    record Unchanged(Logo same) implements LogoOutcome {}

    record Removed(Logo gone) implements LogoOutcome {}

    /// There is no logo to remove.
    record None() implements LogoOutcome {}

    /// Somebody above has decided.
    record Refused(String reason) implements LogoOutcome {}
}
