package dev.keystead.license;

import dev.keystead.license.RuleByHand.Licence;
import dev.keystead.license.RuleByHand.Module;
import dev.keystead.license.RuleByHand.Place;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.node.NodeId;
import dev.keystead.server.Look;
import dev.keystead.tenancy.UuidV7;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Random trees with random licences, written into the database and remembered as plain values.
final class RandomTrees {
    private static final List<String> INNER = List.of("unit", "unit", "unit", "subtenant", "project");
    private static final List<String> STATUSES =
            List.of("active", "active", "active", "trial", "suspended", "expired", "terminated");

    private final Look look;
    private final Random random;
    private final LocalDate today;
    private final UUID org;
    private final UUID root;
    private final List<UUID> people;
    private final StringBuilder sql = new StringBuilder();

    final Map<UUID, Place> places = new HashMap<>();
    final List<Licence> licences = new ArrayList<>();

    RandomTrees(Look look, Random random, LocalDate today, UUID org, UUID root, List<UUID> people) {
        this.look = look;
        this.random = random;
        this.today = today;
        this.org = org;
        this.root = root;
        this.people = people;
        places.put(root, new Place(root, null, "org"));
    }

    /// Grows nodes below a workspace's.
    ///
    /// @return the nodes of the workspace, its own first
    List<UUID> grow(UUID tenant, UUID top, int count) {
        places.put(top, new Place(top, root, "workspace"));
        var nodes = new ArrayList<>(List.of(top));
        for (int i = 0; i < count; i++) {
            List<UUID> open = nodes.stream()
                    .filter(id -> List.of("workspace", "unit").contains(kind(id)))
                    .toList();
            UUID parent = open.get(random.nextInt(open.size()));
            UUID id = UuidV7.next();
            String kind = INNER.get(random.nextInt(INNER.size()));
            places.put(id, new Place(id, parent, kind));
            nodes.add(id);
            sql.append("""
                    insert into identity.nodes (org_id, tenant_id, id, kind, parent_id, subject_id, name, version,
                        created_at, updated_at)
                    values ('%s', '%s', '%s', '%s', '%s', %s, 'n', 1, now(), now());
                    """.formatted(
                            org, tenant, id, kind, parent, kind.equals("unit") ? "null" : "'" + UuidV7.next() + "'"));
        }
        return nodes;
    }

    private String kind(UUID node) {
        return places.getOrDefault(node, new Place(node, null, "")).kind();
    }

    /// Gives some modules to some nodes.
    void give(UUID tenant, List<UUID> nodes, List<Module> modules) {
        for (UUID node : nodes) {
            for (Module module : modules) {
                if (!module.alwaysOn() && random.nextInt(3) == 0) {
                    give(tenant, node, module, STATUSES.get(random.nextInt(STATUSES.size())));
                    if (random.nextInt(6) == 0) {
                        give(tenant, node, module, "terminated");
                    }
                }
            }
        }
    }

    private void give(UUID tenant, UUID node, Module module, String status) {
        LocalDate from = status.equals("expired") ? today.minusDays(4 + random.nextInt(3)) : near(-4, 3);
        @Nullable
        LocalDate to = status.equals("trial") || random.nextBoolean() ? from.plusDays(random.nextInt(6)) : null;
        if (status.equals("expired")) {
            to = from.plusDays(random.nextInt(3));
        }
        // Never on the day itself: what is asked about it is asked at some moment of it.
        @Nullable LocalDate moment = random.nextInt(4) == 0 ? today.plusDays(random.nextBoolean() ? 1 : -2) : null;
        boolean converts = status.equals("trial") && random.nextBoolean();
        @Nullable Integer seats = random.nextInt(3) == 0 ? 5 : null;
        @Nullable Integer cap = random.nextInt(3) == 0 ? 2 : null;
        int used = random.nextInt(4);
        Set<UUID> seated = new HashSet<>();
        if (seats != null) {
            people.stream().filter(_ -> random.nextBoolean()).forEach(seated::add);
        }
        var licence = new Licence(
                LicenseId.make().value(),
                module.code(),
                node,
                random.nextInt(4) == 0,
                status,
                from,
                to,
                moment,
                converts,
                seats != null,
                seated,
                cap != null && used >= cap);
        // A place is taken once, by whatever is not terminated.
        if (!status.equals("terminated")
                && licences.stream()
                        .anyMatch(other -> other.node().equals(node)
                                && other.module().equals(module.code())
                                && !other.status().equals("terminated"))) {
            return;
        }
        licences.add(licence);
        write(tenant, licence, seats, cap, used);
    }

    private void write(UUID tenant, Licence licence, @Nullable Integer seats, @Nullable Integer cap, int used) {
        sql.append("""
                insert into licensing.license_assignments (tenant_id, org_id, id, module_id, node_id, for_org, scope,
                    status, effective_from, effective_to, converts, seats, usage_cap, expires_at, assigned_by, version,
                    created_at, updated_at)
                values ('%s', '%s', '%s', (select id from licensing.modules where code = '%s'), '%s', %s, '%s', '%s',
                    '%s', %s, %s, %s, %s, %s, 'did:internal:test', 1, now(), now());
                """.formatted(
                        tenant,
                        org,
                        licence.id(),
                        licence.module(),
                        licence.node(),
                        licence.node().equals(root),
                        licence.exact() ? "exact" : "inherit-down",
                        licence.status(),
                        licence.from(),
                        licence.to() == null ? "null" : "'" + licence.to() + "'",
                        licence.converts(),
                        seats,
                        cap,
                        licence.moment() == null ? "null" : "'" + licence.moment() + "T12:00:00Z'"));
        if (used > 0) {
            sql.append("insert into licensing.usage values ('%s', '%s', '%s', %d, now());\n"
                    .formatted(tenant, org, licence.id(), used));
        }
        for (UUID person : licence.seated()) {
            sql.append(
                    "insert into licensing.seats values ('%s', '%s', '%s', '%s', '%s', 'did:internal:test', now());\n"
                            .formatted(tenant, org, licence.id(), person, tenant));
        }
    }

    /// Writes everything down.
    void keep() {
        look.execute(sql.toString());
        sql.setLength(0);
    }

    private LocalDate near(int least, int most) {
        return today.plusDays(least + random.nextInt(most - least + 1));
    }

    /// A node that can be moved, and one of the same workspace under which it can be.
    record Move(NodeId node, NodeId parent) {}

    /// A random move inside a workspace that is no circle.
    Move move(List<UUID> nodes) {
        while (true) {
            UUID node = nodes.get(1 + random.nextInt(nodes.size() - 1));
            UUID parent = nodes.get(random.nextInt(nodes.size()));
            if (List.of("workspace", "unit").contains(kind(parent))
                    && !above(parent).contains(node)) {
                places.put(node, new Place(node, parent, kind(node)));
                return new Move(new NodeId(node), new NodeId(parent));
            }
        }
    }

    private List<UUID> above(UUID node) {
        var path = new ArrayList<UUID>();
        for (UUID at = node; at != null; at = parent(at)) {
            path.add(at);
        }
        return path;
    }

    private @Nullable UUID parent(UUID node) {
        Place place = places.get(node);
        return place == null ? null : place.parent();
    }
}
