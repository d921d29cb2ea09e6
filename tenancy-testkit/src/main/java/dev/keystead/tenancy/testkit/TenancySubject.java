package dev.keystead.tenancy.testkit;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A module under the tenancy contract, described by itself.
///
/// @param server where it listens
/// @param ours the party that tries to reach over the wall
/// @param theirs the party on the other side
/// @param limited a credential of ours that may read at most
/// @param kinds the kinds of things that routes name, by a word of the module's choice
/// @param routes every route of the module's router
/// @param statements every scoped statement of the module
/// @param erasure how users are forgotten, where the module keeps any
public record TenancySubject(
        URI server,
        Party ours,
        Party theirs,
        String limited,
        Map<String, ResourceKind> kinds,
        List<TestedRoute> routes,
        TestedDatabase database,
        List<TestedStatement> statements,
        Optional<Erasure> erasure) {
    public TenancySubject {
        kinds = Map.copyOf(kinds);
        routes = List.copyOf(routes);
        statements = List.copyOf(statements);
        for (TestedRoute route : routes) {
            for (String kind : route.variables().values()) {
                known(kinds, route, kind);
            }
            if (route.lists().isPresent()) {
                known(kinds, route, route.lists().get());
            }
        }
    }

    private static void known(Map<String, ResourceKind> kinds, TestedRoute route, String kind) {
        if (!kinds.containsKey(kind)) {
            throw new IllegalArgumentException(route.name() + ": there is no kind '" + kind + "' in the subject");
        }
    }

    ResourceKind kind(String name) {
        ResourceKind kind = kinds.get(name);
        if (kind == null) {
            throw new IllegalArgumentException("there is no kind '" + name + "' in the subject");
        }
        return kind;
    }
}
