package dev.keystead.license;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a node may use, worked out slowly and one sentence after the other, from plain values.
///
/// @param places by their ids
record RuleByHand(Map<String, Module> modules, Map<UUID, Place> places, List<Licence> licences) {
    record Place(UUID id, @Nullable UUID parent, String kind) {}

    record Module(String code, List<String> needs, List<String> kinds, boolean alwaysOn) {}

    /// @param moment the day on whose noon it ends
    /// @param limited whether it is for who has a seat
    /// @param usedUp whether all that may be used is used
    record Licence(
            UUID id,
            String module,
            UUID node,
            boolean exact,
            String status,
            LocalDate from,
            @Nullable LocalDate to,
            @Nullable LocalDate moment,
            boolean converts,
            boolean limited,
            Set<UUID> seated,
            boolean usedUp) {}

    /// The reason, the module that is missing, and the licence that decided.
    record Told(
            String reason,
            @Nullable String missing,
            @Nullable Licence by) {}

    Told of(Module module, UUID node, LocalDate day, @Nullable UUID person) {
        if (module.alwaysOn()) {
            return new Told("GRANTED", null, null);
        }
        List<Licence> reaching = reaching(module, node);
        List<Licence> speaking = reaching.stream()
                .filter(licence -> hasBegun(licence, day) && !hasEnded(licence, day))
                .toList();
        if (speaking.isEmpty()) {
            return reaching.stream()
                    .filter(licence -> hasBegun(licence, day))
                    .findFirst()
                    .map(ended -> new Told("EXPIRED", null, ended))
                    .orElse(new Told("NOT_LICENSED", null, null));
        }
        Licence nearest = speaking.getFirst();
        if (nearest.status().equals("suspended")) {
            return new Told("SUSPENDED", null, nearest);
        }
        if (!module.kinds().isEmpty() && !module.kinds().contains(place(node).kind())) {
            return new Told("NODE_TYPE", null, nearest);
        }
        for (String needed : module.needs().stream().sorted().toList()) {
            Module other = modules.get(needed);
            if (other == null || !of(other, node, day, person).reason().equals("GRANTED")) {
                return new Told("DEPENDENCY", needed, nearest);
            }
        }
        if (person != null && nearest.limited() && !nearest.seated().contains(person)) {
            return new Told("SEATS", null, nearest);
        }
        return new Told(nearest.usedUp() ? "CAP" : "GRANTED", null, nearest);
    }

    /// The licences of a module on a node, and those above it that are inherited, the nearest first.
    private List<Licence> reaching(Module module, UUID node) {
        var reaching = new ArrayList<Licence>();
        for (UUID at = node; at != null; at = place(at).parent()) {
            for (Licence licence : licences) {
                if (licence.node().equals(at)
                        && licence.module().equals(module.code())
                        && !licence.status().equals("terminated")
                        && (at.equals(node) || !licence.exact())) {
                    reaching.add(licence);
                }
            }
        }
        return reaching;
    }

    private Place place(UUID id) {
        return places.getOrDefault(id, new Place(id, null, ""));
    }

    private static boolean hasBegun(Licence licence, LocalDate day) {
        return !day.isBefore(licence.from());
    }

    private static boolean hasEnded(Licence licence, LocalDate day) {
        boolean byMoment = licence.moment() != null && day.isAfter(licence.moment());
        boolean goesOn = licence.status().equals("trial") && licence.converts();
        boolean byDay = licence.to() != null && !goesOn && day.isAfter(licence.to());
        return byMoment || byDay;
    }
}
