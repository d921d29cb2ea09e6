package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.License.Limits;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.Module;
import dev.keystead.license.entitlement.Standing.Held;
import dev.keystead.license.entitlement.Verdict.Reason;
import dev.keystead.license.entitlement.Verdict.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Works out what one node may use at a time. Reads nothing: all that decides is given.
///
/// What is always on is granted, whatever else is so. Otherwise the nearest licence that says anything decides; then
/// the kind of the node, then what the module needs, then seats
/// and how much was used.
public final class Resolution {
    private final Map<String, Module> modules;
    private final Standing standing;
    private final When when;
    private final Optional<UUID> person;
    private final Map<String, Verdict> known = new HashMap<>();

    /// @param modules by their codes
    /// @param person who wants to use it: where seats are limited, only who has one may
    public Resolution(Map<String, Module> modules, Standing standing, When when, Optional<UUID> person) {
        this.modules = modules;
        this.standing = standing;
        this.when = when;
        this.person = person;
    }

    /// The verdicts on all modules, in the order of their codes.
    public List<Verdict> all() {
        return modules.keySet().stream().sorted().map(this::of).toList();
    }

    /// The verdict on a module of the catalogue.
    public Verdict of(String code) {
        Verdict found = known.get(code);
        if (found != null) {
            return found;
        }
        Module module = modules.get(code);
        // What is about to be worked out stands as refused: a cycle, which the catalogue does not let be, would end.
        known.put(code, new Verdict(code, Reason.NOT_LICENSED, Optional.empty(), Optional.empty()));
        Verdict verdict = module == null ? known.get(code) : work(module);
        known.put(code, verdict);
        return verdict;
    }

    private Verdict work(Module module) {
        if (module.alwaysOn()) {
            return new Verdict(module.code(), Reason.GRANTED, Optional.empty(), Optional.empty());
        }
        Verdict verdict = nearest(module.code());
        if (!verdict.isGranted()) {
            return verdict;
        }
        if (!module.fits(standing.path().getFirst().kind())) {
            return verdict.as(Reason.NODE_TYPE);
        }
        for (String needed : module.dependencies()) {
            if (!of(needed).isGranted()) {
                return verdict.without(needed);
            }
        }
        return verdict.source()
                .flatMap(this::held)
                .map(held -> limited(verdict, held))
                .orElse(verdict);
    }

    private Verdict nearest(String code) {
        Reason reason = Reason.NOT_LICENSED;
        Optional<Source> over = Optional.empty();
        boolean own = true;
        for (Standing.Step step : standing.path()) {
            for (Held held : step.licenses()) {
                if (!held.module().equals(code) || !held.reaches(own)) {
                    continue;
                }
                var source = new Source(held.id(), step.node());
                switch (held.says(when)) {
                    case YES -> {
                        return new Verdict(code, Reason.GRANTED, Optional.empty(), Optional.of(source));
                    }
                    case NO -> {
                        return new Verdict(code, Reason.SUSPENDED, Optional.empty(), Optional.of(source));
                    }
                    case OVER -> {
                        reason = Reason.EXPIRED;
                        over = over.or(() -> Optional.of(source));
                    }
                    case NOTHING -> {}
                }
            }
            own = false;
        }
        return new Verdict(code, reason, Optional.empty(), over);
    }

    private Optional<Held> held(Source source) {
        return standing.path().stream()
                .flatMap(step -> step.licenses().stream())
                .filter(held -> held.id().equals(source.license()))
                .findFirst();
    }

    private Verdict limited(Verdict verdict, Held held) {
        Limits limits = held.terms().limits();
        if (limits.seats().isPresent()
                && person.filter(who -> !held.seated().contains(who)).isPresent()) {
            return verdict.as(Reason.SEATS);
        }
        return limits.usageCap().filter(cap -> held.used() >= cap).isPresent() ? verdict.as(Reason.CAP) : verdict;
    }
}
