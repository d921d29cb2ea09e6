package dev.keystead.license.assignment;

import dev.keystead.audit.Outcome;
import dev.keystead.license.assignment.License.Status;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.catalogue.Bundle;
import dev.keystead.license.catalogue.Catalogue;
import dev.keystead.license.catalogue.LicenseRefusal;
import dev.keystead.license.catalogue.Module;
import dev.keystead.node.Node;
import dev.keystead.node.NodeId;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// The rules of licences.
public final class Licenses {
    private static final List<Status> ALL = List.of(Status.values());

    private final LicenseStore store;
    private final LicenseRecords records;
    private final Catalogue catalogue;
    private final Places places;
    private final Clock clock;

    public Licenses(Database database, LicenseMarks marks, Catalogue catalogue, Places places, Clock clock) {
        this.store = new LicenseStore(database);
        this.records = new LicenseRecords(database, marks, clock);
        this.catalogue = catalogue;
        this.places = places;
        this.clock = clock;
    }

    /// What somebody wants a node to have.
    public record Wish(NodeId node, boolean trial, Terms terms) {}

    /// What a licence shall be.
    record Shape(NodeId node, Terms terms) {}

    /// Who does something.
    ///
    /// @param actor their DID
    /// @param overOrg whether they may give to the whole organisation
    public record Giver(String actor, boolean overOrg) {}

    public Optional<License> find(LicenseId id) {
        return store.find(id);
    }

    /// A licence of the workspace in scope, or one that its organisation, in scope as well, gave to all.
    public Optional<License> findUsable(LicenseId id) {
        return store.find(id).or(() -> store.findByOrg(id));
    }

    /// A licence that was found to be usable, which nobody changes before this transaction ends; nothing when it is
    /// no longer. Who is in scope stays in scope.
    public Optional<License> hold(Transaction transaction, License usable) {
        boolean own = usable.tenant().equals(transaction.scope().require(Axis.TENANT));
        return store.findForUpdate(transaction.with(Scope.tenant(usable.tenant())), usable.id())
                .filter(license -> own || license.forOrg());
    }

    /// Whether the workspace in scope gives on the node of its organisation too.
    public boolean givesToOrg(UUID tenant) {
        return places.isHome(tenant);
    }

    List<License> list(
            Optional<NodeId> node, Optional<String> module, Optional<Status> status, Optional<UUID> after, int limit) {
        List<Status> statuses = status.map(List::of).orElse(ALL);
        if (node.isPresent()) {
            return store.listByNode(node.get(), module, statuses, after, limit);
        }
        return module.map(code -> store.listByModule(code, statuses, after, limit))
                .orElseGet(() -> store.list(statuses, after, limit));
    }

    /// Gives a node of the workspace in scope a module.
    public Outcome<License> assign(Transaction transaction, String code, Wish wish, Giver giver) {
        return switch (assignAll(transaction, List.of(code), wish, giver)) {
            case Given.All(List<License> licenses) -> new Outcome.Made<>(licenses.getFirst());
            case Given.None(Outcome<License> refusal) -> refusal;
        };
    }

    /// What became of the wish for some modules: all of them, or the first refusal.
    sealed interface Given {
        record All(List<License> licenses) implements Given {}

        record None(Outcome<License> refusal) implements Given {}
    }

    /// Gives a node all modules of a bundle that are not always on, or none.
    Given assign(Transaction transaction, Bundle bundle, Wish wish, Giver giver) {
        List<String> codes = bundle.modules().stream()
                .filter(code -> catalogue
                        .find(transaction, code)
                        .filter(Module::alwaysOn)
                        .isEmpty())
                .toList();
        return codes.isEmpty()
                ? new Given.None(new Outcome.Refused<>(
                        "every module of this bundle is always on and needs no licence", LicenseRefusal.ALWAYS_ON))
                : assignAll(transaction, codes, wish, giver);
    }

    /// A place that is taken already is found by the database, which undoes all of it.
    private Given assignAll(Transaction transaction, List<String> codes, Wish wish, Giver giver) {
        return switch (places.find(transaction, wish.node(), giver.overOrg())) {
            case Places.Found.Here(Node node, boolean forOrg) -> {
                var modules = new ArrayList<Module>();
                for (String code : codes) {
                    Optional<Module> module = catalogue.findHeld(transaction, code);
                    Optional<Outcome<License>> refusal = module.map(found -> LicenseRules.ofGiving(
                                            found, node.kind(), wish.terms(), wish.trial(), When.now(clock))
                                    .<Outcome<License>>map(LicenseRules.Broken::outcome))
                            .orElseGet(() -> Optional.of(new Outcome.Wrong<>(
                                    "module", "is no module of the catalogue", LicenseRefusal.UNKNOWN_MODULE)));
                    if (refusal.isPresent()) {
                        yield new Given.None(refusal.get());
                    }
                    module.ifPresent(modules::add);
                }
                yield new Given.All(modules.stream()
                        .map(module -> give(transaction, module, node, forOrg, wish, giver.actor()))
                        .toList());
            }
            case Places.Found.Nowhere() -> new Given.None(nowhere());
            case Places.Found.NotAllowed() -> new Given.None(new Outcome.NotAllowed<>());
        };
    }

    private License give(Transaction transaction, Module module, Node node, boolean forOrg, Wish wish, String actor) {
        Instant now = clock.instant();
        var license = new License(
                LicenseId.make(),
                transaction.scope().require(Axis.TENANT),
                node.org(),
                module.code(),
                node.id(),
                forOrg,
                wish.trial() ? Status.TRIAL : Status.ACTIVE,
                wish.terms(),
                actor,
                1,
                now,
                now);
        records.begin(transaction, license, module.id());
        return license;
    }

    /// Applies a change of place, dates or limits to what is stored, unless somebody else changed it since the caller
    /// read it.
    Outcome<License> change(
            Transaction transaction, LicenseId id, Optional<Long> ifVersion, UnaryOperator<Shape> change, Giver giver) {
        Optional<License> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        License before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        Optional<LicenseRules.Broken> broken = LicenseRules.ofChanging(before.status());
        if (broken.isPresent()) {
            return broken.get().outcome();
        }
        if (before.forOrg() && !giver.overOrg()) {
            return new Outcome.NotAllowed<>();
        }
        Shape shape = change.apply(new Shape(before.node(), before.terms()));
        return switch (places.find(transaction, shape.node(), giver.overOrg())) {
            case Places.Found.Here(Node node, boolean forOrg) ->
                change(
                        transaction,
                        before,
                        before.as(node.id(), forOrg, before.status(), shape.terms()),
                        node,
                        giver.actor());
            case Places.Found.Nowhere() -> nowhere();
            case Places.Found.NotAllowed() -> new Outcome.NotAllowed<>();
        };
    }

    private Outcome<License> change(Transaction transaction, License before, License wanted, Node node, String actor) {
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        Module module = catalogue.find(transaction, before.module()).orElseThrow();
        Optional<LicenseRules.Broken> broken = LicenseRules.ofHolding(
                module, node.kind(), wanted.terms(), before.status() == Status.TRIAL, When.now(clock));
        if (broken.isPresent()) {
            return broken.get().outcome();
        }
        Optional<Integer> seats = wanted.terms().limits().seats();
        if (seats.isPresent()) {
            int taken = store.countSeats(transaction, before);
            if (taken > seats.get()) {
                return new Outcome.Refused<>(taken + " seats are taken; release some first", LicenseRefusal.SEATS);
            }
        }
        if (before.forOrg() && !wanted.forOrg()) {
            // Other workspaces do not see it any more, and could not release what they have of it.
            store.deleteSeatsOfOthers(transaction, before);
        }
        return records.write(transaction, before, wanted, LicenseChange.Kind.CHANGED, actor);
    }

    private static Outcome<License> nowhere() {
        return new Outcome.Wrong<>(
                "node_id", "must be the id of a node of this workspace", LicenseRefusal.UNKNOWN_NODE);
    }
}
