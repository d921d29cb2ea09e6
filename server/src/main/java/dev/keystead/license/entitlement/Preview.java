package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.License;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.assignment.Licenses;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.Module;
import dev.keystead.license.entitlement.Entitlements.Where;
import dev.keystead.license.entitlement.Standing.Held;
import dev.keystead.license.entitlement.Standing.Step;
import dev.keystead.node.Node;
import dev.keystead.node.NodeId;
import dev.keystead.node.Nodes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What would be otherwise below a node. Writes nothing.
public final class Preview {
    /// How many nodes are looked at at once.
    static final int MOST_NODES = 1_000;

    private final Entitlements entitlements;
    private final Licenses licenses;
    private final Nodes nodes;

    public Preview(Entitlements entitlements, Licenses licenses, Nodes nodes) {
        this.entitlements = entitlements;
        this.licenses = licenses;
        this.nodes = nodes;
    }

    /// A licence that might be given.
    record Addition(String module, NodeId node, boolean trial, Terms terms) {}

    /// What might be done.
    record Plan(List<Addition> add, Map<LicenseId, NodeId> move, Set<LicenseId> end) {}

    /// What would be otherwise.
    record Difference(NodeId node, Verdict before, Verdict after) {}

    /// What was found.
    sealed interface Found<T> {
        record Here<T>(List<T> items) implements Found<T> {}

        record NoSuchNode<T>() implements Found<T> {}

        record TooLarge<T>() implements Found<T> {}
    }

    /// What would be otherwise at a node and below it.
    ///
    /// @param now when the plan would be carried out
    /// @throws dev.keystead.platform.json.BadInput when the plan could not be carried out
    Found<Difference> differences(Where where, NodeId top, Plan plan, When when, When now) {
        List<Node> tree = where.scope().call(() -> nodes.subtree(top, MOST_NODES + 1));
        if (tree.isEmpty() || tree.size() > MOST_NODES) {
            return tree.isEmpty() ? new Found.NoSuchNode<>() : new Found.TooLarge<>();
        }
        Map<LicenseId, License> named = named(where, plan);
        List<NodeId> asked = Stream.of(
                        tree.stream().map(Node::id),
                        plan.add().stream().map(Addition::node),
                        plan.move().values().stream(),
                        // Where a licence is now, so that what was used of it is read as well.
                        named.values().stream().map(License::node))
                .flatMap(some -> some)
                .distinct()
                .toList();
        EntitlementStore.Read read = entitlements.readAll(where, asked);
        boolean forOrg = where.scope().call(() -> licenses.givesToOrg(where.tenant()));
        Map<NodeId, List<Held>> put = new Planning(read, named, plan, forOrg, now).put();
        Set<LicenseId> taken = new HashSet<>(plan.end());
        taken.addAll(plan.move().keySet());
        var differences = new ArrayList<Difference>();
        for (Node node : tree) {
            Standing standing = read.standings().get(node.id());
            if (standing != null) {
                differences.addAll(differences(read.modules(), standing, planned(standing, taken, put), when));
            }
        }
        return new Found.Here<>(differences);
    }

    /// The licences of the workspace that a plan names.
    private Map<LicenseId, License> named(Where where, Plan plan) {
        return where.scope()
                .call(() -> Stream.concat(plan.move().keySet().stream(), plan.end().stream())
                        .distinct()
                        .flatMap(id -> licenses.find(id).stream())
                        .collect(Collectors.toMap(License::id, license -> license)));
    }

    private static Standing planned(Standing standing, Set<LicenseId> taken, Map<NodeId, List<Held>> put) {
        return new Standing(
                standing.node(),
                standing.path().stream()
                        .map(step -> {
                            List<Held> added = put.getOrDefault(step.node(), List.of());
                            return new Step(
                                    step.node(),
                                    step.kind(),
                                    Stream.concat(
                                                    added.stream(),
                                                    step.licenses().stream().filter(held -> !taken.contains(held.id())))
                                            .toList());
                        })
                        .toList());
    }

    private static List<Difference> differences(
            Map<String, Module> modules, Standing before, Standing after, When when) {
        var then = new Resolution(modules, after, when, Optional.empty());
        return new Resolution(modules, before, when, Optional.empty())
                .all().stream()
                        .map(verdict -> new Difference(before.node(), verdict, then.of(verdict.module())))
                        .filter(difference -> !difference.before().equals(difference.after()))
                        .toList();
    }
}
