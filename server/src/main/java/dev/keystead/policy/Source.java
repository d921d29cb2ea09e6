package dev.keystead.policy;

import dev.keystead.policy.Decisions.Decision;
import java.util.Optional;

/// Whose decision it is that holds in a workspace.
enum Source {
    /// Nobody's: it is what is usual.
    DEFAULT,
    ORGANISATION,
    WORKSPACE;

    /// What holds about a matter, and because of whom.
    ///
    /// @param enforced whether the workspace cannot decide otherwise
    record Holding<P extends Record>(P rules, Source source, boolean enforced) {}

    /// The one place that says what holds: what an organisation enforces, then what the workspace decided,
    /// then what its organisation did, then what is usual.
    static <P extends Record> Holding<P> holding(
            Kind<P> kind, Optional<Decision<P>> own, Optional<Decision<P>> inherited) {
        boolean enforced = inherited.filter(Decision::enforced).isPresent();
        if (own.isPresent() && !enforced) {
            return new Holding<>(own.get().rules(), WORKSPACE, false);
        }
        return inherited
                .map(decision -> new Holding<>(decision.rules(), ORGANISATION, enforced))
                .orElseGet(() -> new Holding<>(kind.usual(), DEFAULT, false));
    }
}
