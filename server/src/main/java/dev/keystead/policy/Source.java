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
    /// @param enforced whether the workspace cannot decide anything weaker
    record Holding<P extends Record>(P rules, Source source, boolean enforced) {}

    /// The one place that says what holds: what the workspace decided, then what its organisation did, then what
    /// is usual. Where the organisation enforces, it is the stricter of both in each member.
    static <P extends Record> Holding<P> holding(
            Kind<P> kind, Optional<Decision<P>> own, Optional<Decision<P>> inherited) {
        if (inherited.filter(Decision::enforced).isPresent()) {
            return enforced(kind, own, inherited.get().rules());
        }
        return own.map(decision -> new Holding<>(decision.rules(), WORKSPACE, false))
                .or(() -> inherited.map(decision -> new Holding<>(decision.rules(), ORGANISATION, false)))
                .orElseGet(() -> new Holding<>(kind.usual(), DEFAULT, false));
    }

    private static <P extends Record> Holding<P> enforced(Kind<P> kind, Optional<Decision<P>> own, P floor) {
        P rules = own.map(decision -> kind.stricter().apply(floor, decision.rules()))
                .orElse(floor);
        return new Holding<>(rules, rules.equals(floor) ? ORGANISATION : WORKSPACE, true);
    }

    /// The fingerprint of the logo that is shown: the workspace's own, or else its organisation's, and the other
    /// way round where the organisation enforces how pages look.
    static Optional<String> logo(
            Optional<String> own, Optional<String> inherited, Optional<Decision<Branding>> branding) {
        boolean enforced = branding.filter(Decision::enforced).isPresent();
        return enforced ? inherited.or(() -> own) : own.or(() -> inherited);
    }
}
