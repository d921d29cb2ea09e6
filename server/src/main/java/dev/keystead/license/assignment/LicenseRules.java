package dev.keystead.license.assignment;

import dev.keystead.audit.Outcome;
import dev.keystead.license.assignment.License.Reach;
import dev.keystead.license.assignment.License.Status;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.catalogue.LicenseRefusal;
import dev.keystead.license.catalogue.Module;
import dev.keystead.node.Node;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/// The rules that licences keep, for what is written down and for what is only worked out.
public final class LicenseRules {
    private LicenseRules() {}

    /// A rule that a wish breaks.
    ///
    /// @param member of the wish that cannot be so; nothing when it is no single one
    public record Broken(LicenseRefusal code, Optional<String> member, String message) {
        private Broken(LicenseRefusal code, String member, String message) {
            this(code, Optional.of(member), message);
        }

        <T> Outcome<T> outcome() {
            return member.<Outcome<T>>map(name -> new Outcome.Wrong<>(name, message, code))
                    .orElseGet(() -> new Outcome.Refused<>(message, code));
        }
    }

    /// What is wrong with giving a module to a node of a kind, if anything is.
    public static Optional<Broken> ofGiving(Module module, Node.Kind kind, Terms terms, boolean trial, When now) {
        if (module.alwaysOn()) {
            return Optional.of(new Broken(
                    LicenseRefusal.ALWAYS_ON,
                    Optional.empty(),
                    "the module " + module.code() + " is always on and needs no licence"));
        }
        return ofHolding(module, kind, terms, trial, now);
    }

    /// What is wrong with a licence that is there being so, if anything is.
    public static Optional<Broken> ofHolding(Module module, Node.Kind kind, Terms terms, boolean trial, When now) {
        if (trial && terms.to().isEmpty()) {
            return Optional.of(
                    new Broken(LicenseRefusal.TRIAL_NEEDS_END, "effective_to", "must be given: a trial has an end"));
        }
        if (!trial && terms.converts()) {
            return Optional.of(new Broken(
                    LicenseRefusal.ONLY_TRIALS_CONVERT,
                    "converts",
                    "must be false: only a trial becomes active by itself"));
        }
        return ofEnd(terms, now).or(() -> ofKind(module, kind, terms.reach()));
    }

    /// What is wrong with the place of a licence, if anything is.
    private static Optional<Broken> ofKind(Module module, Node.Kind kind, Reach reach) {
        Set<Node.Kind> reached = reach == Reach.EXACT ? Set.of(kind) : kind.withBelow();
        return reached.stream().anyMatch(module::fits)
                ? Optional.empty()
                : Optional.of(new Broken(
                        LicenseRefusal.NODE_TYPE,
                        "node_id",
                        "must be a node of another kind: this module cannot be used there"));
    }

    /// What is wrong with the end of a licence, if anything is: it comes after the beginning, and nobody is given what
    /// is over.
    static Optional<Broken> ofEnd(Terms terms, When now) {
        if (terms.to().filter(last -> last.isBefore(terms.from())).isPresent()) {
            return Optional.of(new Broken(LicenseRefusal.DATES, "effective_to", "must not be before effective_from"));
        }
        var begin = terms.from().atStartOfDay(ZoneOffset.UTC).toInstant();
        if (terms.limits().expiresAt().filter(end -> !end.isAfter(begin)).isPresent()) {
            return Optional.of(new Broken(LicenseRefusal.DATES, "expires_at", "must be after effective_from begins"));
        }
        if (terms.to().filter(last -> last.isBefore(now.day())).isPresent()) {
            return Optional.of(new Broken(LicenseRefusal.OVER, "effective_to", "must not be in the past"));
        }
        return terms.isOver(now)
                ? Optional.of(new Broken(LicenseRefusal.OVER, "expires_at", "must not be in the past"))
                : Optional.empty();
    }

    /// What is wrong with changing a licence in its status, if anything is.
    public static Optional<Broken> ofChanging(Status status) {
        return switch (status) {
            case TRIAL, ACTIVE, SUSPENDED -> Optional.empty();
            case EXPIRED -> Optional.of(illegal("an expired licence is renewed, not changed"));
            case TERMINATED -> Optional.of(illegal("a terminated licence cannot be changed"));
        };
    }

    /// What is wrong with ending a licence for good, if anything is.
    public static Optional<Broken> ofTerminating(Status status) {
        return status.mayBecome(Status.TERMINATED) ? Optional.empty() : Optional.of(illegal(status, "terminated"));
    }

    static Broken illegal(Status status, String deed) {
        return illegal("a licence that is %s cannot be %s"
                .formatted(
                        switch (status) {
                            case TRIAL -> "on trial";
                            case ACTIVE -> "active";
                            case SUSPENDED -> "suspended";
                            case EXPIRED -> "expired";
                            case TERMINATED -> "terminated";
                        },
                        deed));
    }

    private static Broken illegal(String message) {
        return new Broken(LicenseRefusal.ILLEGAL_TRANSITION, Optional.empty(), message);
    }
}
