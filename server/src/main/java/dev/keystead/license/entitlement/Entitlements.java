package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.LicenseMarks;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.Catalogue;
import dev.keystead.license.catalogue.Module;
import dev.keystead.node.NodeId;
import dev.keystead.node.Nodes;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// What nodes may use, and why.
///
/// What decides is read in one round trip and kept for a minute, with the marks of the catalogue, of the licences of
/// the workspace and its organisation and of the shape of the tree: when one of them changes, no node of the
/// installation acts on what was for longer than a second. The day is no part of what is kept.
public final class Entitlements {
    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final int MOST_KNOWN = 50_000;

    private final EntitlementStore store;
    private final SharedCatalogue modules = new SharedCatalogue();
    private final SharedCache<Known> known;
    private final SharedCache<Optional<NodeId>> tops;
    private final Catalogue catalogue;
    private final LicenseMarks marks;
    private final Nodes nodes;
    private final Clock clock;

    public Entitlements(
            Database database, SharedCaches caches, Catalogue catalogue, LicenseMarks marks, Nodes nodes, Clock clock) {
        this.store = new EntitlementStore(database);
        this.known = caches.make(KNOWN_FOR, MOST_KNOWN);
        this.tops = caches.make(KNOWN_FOR, MOST_KNOWN);
        this.catalogue = catalogue;
        this.marks = marks;
        this.nodes = nodes;
        this.clock = clock;
    }

    /// A workspace and its organisation.
    public record Where(UUID tenant, UUID org) {
        Scope scope() {
            return Scope.tenant(tenant).and(Scope.org(org));
        }
    }

    /// What was read under which marks.
    private record Marks(UUID edition, UUID ofOrg, UUID ofWorkspace, UUID shape) {}

    private record Known(Marks marks, Map<String, Module> modules, Standing standing) {}

    /// One thing to find out.
    ///
    /// @param person who wants to use it; without one, seats do not matter
    public record Check(String module, NodeId node, Optional<UUID> person) {}

    /// What can be told of a check.
    public sealed interface Answer {
        record Told(Verdict verdict) implements Answer {}

        record NoSuchModule() implements Answer {}

        /// There is none, or not in this workspace.
        record NoSuchNode() implements Answer {}
    }

    /// The codes of all modules that a workspace as a whole may use on a day, in their order. Binds its scope itself;
    /// not for use inside a transaction.
    public List<String> codesOf(Where where, LocalDate day) {
        // A workspace that was gone and comes back may have another node; the shape of its tree is another then.
        Optional<NodeId> top = tops.read(
                ScopedKey.cache(
                        "license",
                        Axis.TENANT,
                        where.scope(),
                        nodes.shape(where.tenant()).toString()),
                () -> nodes.topOf(where.tenant()));
        return top.map(node -> codesOf(where, node, day)).orElse(List.of());
    }

    /// The same for one node of the workspace; nothing when there is no such node.
    public List<String> codesOf(Where where, NodeId node, LocalDate day) {
        return of(where, node, When.on(day, clock)).orElse(List.of()).stream()
                .filter(Verdict::isGranted)
                .map(Verdict::module)
                .toList();
    }

    /// The verdicts on all modules for a node, in the order of their codes; nothing when there is no such node.
    public Optional<List<Verdict>> of(Where where, NodeId node, When when) {
        return Optional.ofNullable(standings(where, List.of(node)).get(node))
                .map(found -> new Resolution(found.modules(), found.standing(), when, Optional.empty()).all());
    }

    /// What a person may use at a node, and until when as far as that is written down; nothing when there is no such
    /// node. Always asked of the database.
    ///
    /// @param limit the end of everything
    public Optional<List<Lasting>> lasting(Where where, NodeId node, UUID person, When now, Instant limit) {
        return Optional.ofNullable(load(where, marks(where), List.of(node), List.of(person))
                        .get(node))
                .map(found -> Lasting.from(found.modules(), found.standing(), now, Optional.of(person), limit));
    }

    /// The answers to many questions, in their order. Those about people are always asked of the database.
    public List<Answer> check(Where where, List<Check> checks, When when) {
        List<NodeId> asked = checks.stream().map(Check::node).distinct().toList();
        List<UUID> people = checks.stream()
                .flatMap(check -> check.person().stream())
                .distinct()
                .toList();
        Map<NodeId, Known> found =
                people.isEmpty() ? standings(where, asked) : load(where, marks(where), asked, people);
        Set<String> codes = found.values().stream()
                .findFirst()
                .map(any -> any.modules().keySet())
                .orElse(Set.of());
        Map<ByPerson, Resolution> resolutions = new HashMap<>();
        var answers = new ArrayList<Answer>();
        for (Check check : checks) {
            Known standing = found.get(check.node());
            if (standing == null) {
                answers.add(new Answer.NoSuchNode());
            } else if (!codes.contains(check.module())) {
                answers.add(new Answer.NoSuchModule());
            } else {
                Resolution resolution = resolutions.computeIfAbsent(
                        new ByPerson(check.node(), check.person()),
                        _ -> new Resolution(standing.modules(), standing.standing(), when, check.person()));
                answers.add(new Answer.Told(resolution.of(check.module())));
            }
        }
        return answers;
    }

    private record ByPerson(NodeId node, Optional<UUID> person) {}

    /// The catalogue and what decides for each of some nodes, read from the database.
    EntitlementStore.Read readAll(Where where, List<NodeId> asked) {
        return where.scope().call(() -> store.read(asked, List.of()));
    }

    private Map<NodeId, Known> standings(Where where, List<NodeId> asked) {
        Marks now = marks(where);
        Map<NodeId, Known> found = new HashMap<>();
        var missing = new ArrayList<NodeId>();
        for (NodeId node : asked) {
            known.find(key(where, node))
                    .filter(kept -> kept.marks().equals(now))
                    .ifPresentOrElse(kept -> found.put(node, kept), () -> missing.add(node));
        }
        if (!missing.isEmpty()) {
            Map<NodeId, Known> loaded = load(where, now, missing, List.of());
            loaded.forEach((node, fresh) -> known.keep(key(where, node), fresh));
            found.putAll(loaded);
        }
        return found;
    }

    private Map<NodeId, Known> load(Where where, Marks now, List<NodeId> asked, List<UUID> people) {
        EntitlementStore.Read read = where.scope().call(() -> store.read(asked, people));
        Map<String, Module> shared = modules.of(read.modules());
        Map<NodeId, Known> found = new HashMap<>();
        read.standings().forEach((node, standing) -> found.put(node, new Known(now, shared, standing)));
        return found;
    }

    private Marks marks(Where where) {
        return new Marks(
                catalogue.edition(),
                marks.ofOrg(where.org()),
                marks.ofWorkspace(where.tenant()),
                nodes.shape(where.tenant()));
    }

    private static String key(Where where, NodeId node) {
        return ScopedKey.cache(
                "license", Axis.TENANT, where.scope(), where.org().toString(), node.text());
    }
}
