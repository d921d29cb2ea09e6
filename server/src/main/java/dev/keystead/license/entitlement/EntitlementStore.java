package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.License.Limits;
import dev.keystead.license.assignment.License.Reach;
import dev.keystead.license.assignment.License.Status;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.catalogue.Catalogue;
import dev.keystead.license.catalogue.Module;
import dev.keystead.license.catalogue.ModuleId;
import dev.keystead.license.entitlement.Standing.Held;
import dev.keystead.license.entitlement.Standing.Step;
import dev.keystead.node.Node;
import dev.keystead.node.NodeId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The one statement by which all that decides is read.
final class EntitlementStore {
    /// The nodes asked for in the workspace in scope, each with all that it stands under and the licences there; and
    /// the catalogue. The walk begins in the workspace and leaves it at the top only, as that of the tree does.
    private static final String WALK = """
            with recursive up as (
                select n.id as start_id, n.id, n.kind, n.parent_id, 0 as step
                from identity.nodes n
                where n.id %1$s
                  and n.tenant_id = ?
                  and n.org_id = ?
                union all
                select up.start_id, n.id, n.kind, n.parent_id, up.step + 1
                from up
                join identity.nodes n on n.id = up.parent_id
                where n.org_id = ?
                  and up.step < 40
            ),
            catalogue as (
                select id, code, dependencies, min_node_types, is_always_on
                from licensing.modules
                where code > ''
                order by code
                limit ?
            )
            select up.start_id, up.step, up.id as node_id, up.kind, a.id, m.code, a.status, a.scope,
                a.effective_from::text as effective_from, a.effective_to::text as effective_to, a.converts, a.seats,
                a.usage_cap, a.expires_at, u.used, s.user_id, null::text[] as dependencies,
                null::text[] as min_node_types, null::boolean as is_always_on
            from up
            left join licensing.license_assignments a
                on a.node_id = up.id and a.status <> 'terminated' and a.org_id = ?
            left join licensing.modules m on m.id = a.module_id
            left join licensing.usage u
                on u.assignment_id = a.id and u.tenant_id = a.tenant_id and a.usage_cap is not null and u.org_id = ?
            left join licensing.seats s
                on s.assignment_id = a.id and s.user_id %1$s and s.org_id = ?
            union all
            select null, null, null, null, c.id, c.code, null, null, null, null, null, null, null, null, null, null,
                c.dependencies, c.min_node_types, c.is_always_on
            from catalogue c""";

    /// What most ask: one node, and at most one person. PostgreSQL keeps the plan of this one. For a list it would
    /// reckon with ten, find that dearer than planning anew, and so plan each time, at five times the cost.
    static final Query<Found> STANDING_OF_ONE =
            Query.org("license.entitlement.standing-of-one", WALK.formatted("= ?"), EntitlementStore::found);

    static final Query<Found> STANDING =
            Query.org("license.entitlement.standing", WALK.formatted("= any (?)"), EntitlementStore::found);

    /// One row: a node of a walk with at most one licence, or a module.
    sealed interface Found {
        record OnPath(UUID start, int step, NodeId node, Node.Kind kind, Optional<Held> license) implements Found {}

        record InCatalogue(Module module) implements Found {}
    }

    /// What was read in one round trip.
    ///
    /// @param modules by their codes
    /// @param standings by the nodes asked for; those that are not in the workspace in scope are missing
    record Read(Map<String, Module> modules, Map<NodeId, Standing> standings) {}

    private final Database database;

    EntitlementStore(Database database) {
        this.database = database;
    }

    /// Both the workspace and its organisation are in scope.
    ///
    /// @param people whose seats are wanted
    Read read(List<NodeId> nodes, List<UUID> people) {
        List<Found> rows = nodes.size() == 1 && people.size() <= 1
                ? rows(
                        STANDING_OF_ONE,
                        p -> p.id(nodes.getFirst()),
                        p -> p.uuid(people.isEmpty() ? null : people.getFirst()))
                : rows(STANDING, p -> p.uuids(nodes, NodeId::value), p -> p.uuids(people, person -> person));
        Map<String, Module> modules = new TreeMap<>();
        Map<UUID, TreeMap<Integer, Gathered>> walks = new LinkedHashMap<>();
        for (Found row : rows) {
            switch (row) {
                case Found.InCatalogue(Module module) -> modules.put(module.code(), module);
                case Found.OnPath path ->
                    walks.computeIfAbsent(path.start(), _ -> new TreeMap<>())
                            .computeIfAbsent(path.step(), _ -> new Gathered(path.node(), path.kind()))
                            .add(path.license());
            }
        }
        return new Read(
                modules,
                walks.entrySet().stream()
                        .collect(Collectors.toMap(
                                walk -> new NodeId(walk.getKey()),
                                walk -> new Standing(
                                        new NodeId(walk.getKey()),
                                        walk.getValue().values().stream()
                                                .map(Gathered::step)
                                                .toList()))));
    }

    private List<Found> rows(Query<Found> query, UnaryOperator<Parameters> nodes, UnaryOperator<Parameters> people) {
        return database.list(query, p -> {
            nodes.apply(p)
                    .scope(Axis.TENANT)
                    .scope()
                    .scope()
                    .integer(Catalogue.MOST_MODULES)
                    .scope()
                    .scope();
            people.apply(p).scope();
        });
    }

    /// The licences of one node; one with several seats comes in several rows.
    private static final class Gathered {
        private final NodeId node;
        private final Node.Kind kind;
        private final Map<LicenseId, Held> licenses = new HashMap<>();

        Gathered(NodeId node, Node.Kind kind) {
            this.node = node;
            this.kind = kind;
        }

        void add(Optional<Held> license) {
            license.ifPresent(held -> licenses.merge(held.id(), held, Gathered::both));
        }

        private static Held both(Held one, Held other) {
            var seated = new ArrayList<>(one.seated());
            seated.addAll(other.seated());
            return new Held(one.id(), one.module(), one.status(), one.terms(), one.used(), Set.copyOf(seated));
        }

        Step step() {
            return new Step(node, kind, List.copyOf(licenses.values()));
        }
    }

    private static Found found(Row row) {
        Optional<UUID> start = row.findUuid("start_id");
        if (start.isEmpty()) {
            return new Found.InCatalogue(module(row));
        }
        return new Found.OnPath(
                start.get(),
                row.integer("step"),
                new NodeId(row.uuid("node_id")),
                Words.parse(Node.Kind.class, row.text("kind")),
                row.findUuid("id").map(id -> held(row, new LicenseId(id))));
    }

    private static Held held(Row row, LicenseId id) {
        return new Held(
                id,
                row.text("code"),
                Words.parse(Status.class, row.text("status")),
                new Terms(
                        Reach.of(row.text("scope")),
                        LocalDate.parse(row.text("effective_from")),
                        row.findText("effective_to").map(LocalDate::parse),
                        row.flag("converts"),
                        new Limits(
                                row.findInteger("seats"), row.findNumber("usage_cap"), row.findInstant("expires_at"))),
                row.findNumber("used").orElse(0L),
                row.findUuid("user_id").map(Set::of).orElse(Set.of()));
    }

    /// As much of a module as decides.
    private static Module module(Row row) {
        return new Module(
                new ModuleId(row.uuid("id")),
                row.text("code"),
                row.text("code"),
                Optional.empty(),
                "",
                row.texts("dependencies"),
                row.texts("min_node_types").stream()
                        .map(word -> Words.parse(Node.Kind.class, word))
                        .collect(Collectors.toUnmodifiableSet()),
                row.flag("is_always_on"),
                1,
                Instant.EPOCH,
                Instant.EPOCH);
    }
}
