package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.License;
import dev.keystead.license.assignment.License.Status;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.assignment.LicenseRules;
import dev.keystead.license.assignment.LicenseRules.Broken;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.LicenseRefusal;
import dev.keystead.license.catalogue.Module;
import dev.keystead.license.entitlement.Preview.Addition;
import dev.keystead.license.entitlement.Preview.Plan;
import dev.keystead.license.entitlement.Standing.Held;
import dev.keystead.license.entitlement.Standing.Step;
import dev.keystead.node.Node;
import dev.keystead.node.NodeId;
import dev.keystead.platform.json.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Works out where a plan would put licences, by the rules by which they are given: what would be refused when it is
/// done is refused here, for the same reason.
final class Planning {
    private final EntitlementStore.Read read;
    private final Map<LicenseId, License> named;
    private final Plan plan;
    private final boolean givesToOrg;
    private final When now;
    private final Map<NodeId, Step> places = new HashMap<>();
    private final Map<NodeId, List<Held>> put = new HashMap<>();
    private final Set<Place> taken = new HashSet<>();
    private final Fields fields = new Fields();

    /// Where one licence can be.
    private record Place(NodeId node, String module) {}

    /// @param read the catalogue, and all nodes that the plan names with the licences there
    /// @param named the licences that it names, as far as the workspace has them
    /// @param givesToOrg whether the workspace gives on its organisation's node
    Planning(EntitlementStore.Read read, Map<LicenseId, License> named, Plan plan, boolean givesToOrg, When now) {
        this.read = read;
        this.named = named;
        this.plan = plan;
        this.givesToOrg = givesToOrg;
        this.now = now;
        for (Standing standing : read.standings().values()) {
            for (Step step : standing.path()) {
                places.put(step.node(), step);
            }
        }
        for (Step step : places.values()) {
            for (Held held : step.licenses()) {
                if (!plan.end().contains(held.id()) && !plan.move().containsKey(held.id())) {
                    taken.add(new Place(step.node(), held.module()));
                }
            }
        }
    }

    /// What the plan puts where.
    ///
    /// @throws dev.keystead.platform.json.BadInput when it could not be carried out
    Map<NodeId, List<Held>> put() {
        plan.end().forEach(this::end);
        plan.move().forEach(this::move);
        plan.add().forEach(this::add);
        fields.refuseIfAny();
        return put;
    }

    private void end(LicenseId id) {
        Optional<License> license = find("end", id);
        license.flatMap(found -> LicenseRules.ofTerminating(found.status())).ifPresent(broken -> refuse("end", broken));
    }

    private void move(LicenseId id, NodeId to) {
        Optional<License> license = find("move", id);
        Optional<Step> step = place("move", to);
        if (license.isEmpty() || step.isEmpty()) {
            return;
        }
        License moved = license.get();
        Optional<Broken> broken = ofMoving(moved, to, step.get());
        if (broken.isPresent()) {
            refuse("move", broken.get());
        } else {
            put("move", to, asRead(moved));
        }
    }

    /// What is over cannot be moved, also before that it has expired was written down; what is where it shall be stays.
    private Optional<Broken> ofMoving(License moved, NodeId to, Step step) {
        Status status = plan.end().contains(moved.id()) ? Status.TERMINATED : moved.status();
        Optional<Broken> broken = LicenseRules.ofChanging(status);
        return broken.isPresent() || moved.node().equals(to)
                ? broken
                : Optional.ofNullable(read.modules().get(moved.module()))
                        .flatMap(module -> LicenseRules.ofHolding(
                                module, step.kind(), moved.terms(), status == Status.TRIAL, now));
    }

    private void add(Addition addition) {
        Optional<Step> step = place("add", addition.node());
        Module module = read.modules().get(addition.module());
        if (module == null) {
            fields.refuse("add", "names a module that is not there", LicenseRefusal.UNKNOWN_MODULE);
        }
        if (module == null || step.isEmpty()) {
            return;
        }
        Optional<Broken> broken =
                LicenseRules.ofGiving(module, step.get().kind(), addition.terms(), addition.trial(), now);
        if (broken.isPresent()) {
            refuse("add", broken.get());
        } else {
            Status status = addition.trial() ? Status.TRIAL : Status.ACTIVE;
            put(
                    "add",
                    addition.node(),
                    new Held(LicenseId.make(), addition.module(), status, addition.terms(), 0, Set.of()));
        }
    }

    private Optional<License> find(String member, LicenseId id) {
        Optional<License> license = Optional.ofNullable(named.get(id));
        if (license.isEmpty()) {
            fields.refuse(member, "names a licence that is not there", LicenseRefusal.UNKNOWN_LICENSE);
        }
        return license;
    }

    /// A node on which the workspace may give.
    private Optional<Step> place(String member, NodeId node) {
        Optional<Step> step =
                Optional.ofNullable(places.get(node)).filter(found -> givesToOrg || found.kind() != Node.Kind.ORG);
        if (step.isEmpty()) {
            fields.refuse(member, "names a node that is not there", LicenseRefusal.UNKNOWN_NODE);
        }
        return step;
    }

    private void put(String member, NodeId node, Held held) {
        if (taken.add(new Place(node, held.module()))) {
            put.computeIfAbsent(node, _ -> new ArrayList<>()).add(held);
        } else {
            fields.refuse(
                    member,
                    "names a node that has a licence of the module already; end or move that one as well",
                    LicenseRefusal.PLACE_TAKEN);
        }
    }

    /// A licence as it was read at its present place, with what was used of it.
    private Held asRead(License license) {
        return places.values().stream()
                .flatMap(step -> step.licenses().stream())
                .filter(held -> held.id().equals(license.id()))
                .findFirst()
                .orElseGet(
                        () -> new Held(license.id(), license.module(), license.status(), license.terms(), 0, Set.of()));
    }

    private void refuse(String member, Broken broken) {
        String about = broken.member().map(name -> name + " ").orElse("");
        fields.refuse(member, "could not be done: " + about + broken.message(), broken.code());
    }
}
