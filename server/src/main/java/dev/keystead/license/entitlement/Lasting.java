package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.Module;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/// A module that may be used now, and until when nothing that is written down today would forbid it.
public record Lasting(String module, Instant until) {
    /// At how many moments it is worked out anew what may be used. Beyond them nothing is promised.
    static final int MOST_TURNS = 100;

    /// What lasts from a time on, in the order of the codes. At every moment at which a licence begins or ends it
    /// is worked out again, by the same rules. A licence that stands above one that ends goes on; one that is
    /// suspended and has yet to begin forbids when it does.
    ///
    /// @param limit the end of everything
    static List<Lasting> from(
            Map<String, Module> modules, Standing standing, When now, Optional<UUID> person, Instant limit) {
        SequencedMap<String, Instant> ends = new LinkedHashMap<>();
        List<String> open = new ArrayList<>(granted(modules, standing, now, person));
        open.forEach(code -> ends.put(code, limit));
        int turns = 0;
        for (Instant turn : turns(standing, now.at(), limit)) {
            var then = new Resolution(
                    modules, standing, new When(turn.atZone(ZoneOffset.UTC).toLocalDate(), turn), person);
            boolean isLast = ++turns == MOST_TURNS;
            open.removeIf(code -> {
                boolean isOver = isLast || !then.of(code).isGranted();
                if (isOver) {
                    ends.put(code, turn);
                }
                return isOver;
            });
            if (open.isEmpty()) {
                break;
            }
        }
        return ends.entrySet().stream()
                .map(end -> new Lasting(end.getKey(), end.getValue()))
                .toList();
    }

    private static List<String> granted(
            Map<String, Module> modules, Standing standing, When now, Optional<UUID> person) {
        return new Resolution(modules, standing, now, person)
                .all().stream().filter(Verdict::isGranted).map(Verdict::module).toList();
    }

    private static TreeSet<Instant> turns(Standing standing, Instant after, Instant limit) {
        var turns = new TreeSet<Instant>();
        standing.path().stream()
                .flatMap(step -> step.licenses().stream())
                .flatMap(held -> turns(held.terms()))
                .filter(turn -> turn.isAfter(after) && turn.isBefore(limit))
                .forEach(turns::add);
        return turns;
    }

    private static Stream<Instant> turns(Terms terms) {
        return Stream.of(
                        Optional.of(beginning(terms.from())),
                        terms.to().map(last -> beginning(last.plusDays(1))),
                        terms.limits().expiresAt())
                .flatMap(Optional::stream);
    }

    private static Instant beginning(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
