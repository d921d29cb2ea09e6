package dev.keystead.license.catalogue;

import dev.keystead.audit.Outcome;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The rules of the catalogue.
///
/// Whoever changes it holds all modules: two changes that would be harmless alone and a cycle together see each other,
/// and so do one that takes a module out and one that begins to need it.
public final class Catalogue {
    /// How many modules there can be, and how many bundles.
    public static final int MOST_MODULES = 500;

    private static final int MOST_BUNDLES = 500;
    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);

    private final ModuleStore modules;
    private final BundleStore bundles;
    private final SharedCache<UUID> editions;
    private final Scope system;
    private final Clock clock;

    /// @param systemWorkspace whose the catalogue is
    public Catalogue(Database database, Database worker, SharedCaches caches, UUID systemWorkspace, Clock clock) {
        this.modules = new ModuleStore(database, worker);
        this.bundles = new BundleStore(database);
        this.editions = caches.make(KNOWN_FOR, 10);
        this.system = Scope.tenant(systemWorkspace);
        this.clock = clock;
    }

    /// A mark of the catalogue's modules, from memory: whoever keeps something that depends on them keeps the mark with
    /// it. It changes on every node within a second when they do.
    public UUID edition() {
        return editions.read(editionKey(), UUID::randomUUID);
    }

    public Optional<Module> find(String code) {
        return modules.find(code);
    }

    public Optional<Module> find(Transaction transaction, String code) {
        return modules.find(transaction, code);
    }

    /// A module that stays until this transaction ends.
    public Optional<Module> findHeld(Transaction transaction, String code) {
        return modules.findHeld(transaction, code);
    }

    /// Modules in the order of their codes.
    public List<Module> list(String after, int limit) {
        return modules.list(after, limit);
    }

    Outcome<Module> create(Transaction transaction, String code, Module.Wish wish) {
        List<Module> all = modules.hold(transaction, MOST_MODULES + 1);
        if (all.size() >= MOST_MODULES) {
            return new Outcome.Refused<>(
                    "a catalogue has at most " + MOST_MODULES + " modules", LicenseRefusal.CATALOGUE_FULL);
        }
        Instant now = clock.instant();
        var module = new Module(
                        ModuleId.make(), code, code, Optional.empty(), code, List.of(), Set.of(), false, 1, now, now)
                .as(wish);
        Optional<Outcome<Module>> wrong = wrong(all, module);
        if (wrong.isPresent()) {
            return wrong.get();
        }
        modules.insert(transaction, module);
        editions.changed(transaction, editionKey());
        return new Outcome.Made<>(module);
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    Outcome<Module> change(
            Transaction transaction, String code, Optional<Long> ifVersion, UnaryOperator<Module.Wish> change) {
        List<Module> all = modules.hold(transaction, MOST_MODULES);
        Optional<Module> found =
                all.stream().filter(module -> module.code().equals(code)).findFirst();
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Module before = found.get();
        if (isStale(before.version(), ifVersion)) {
            return new Outcome.Stale<>();
        }
        Module wanted = before.as(change.apply(before.wish()));
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        Optional<Outcome<Module>> wrong = wrong(all, wanted);
        if (wrong.isPresent()) {
            return wrong.get();
        }
        editions.changed(transaction, editionKey());
        return new Outcome.Changed<>(before, modules.update(transaction, wanted, clock.instant()));
    }

    /// Takes a module out that nothing needs and nobody was ever given.
    Outcome<Module> delete(Transaction transaction, String code, Optional<Long> ifVersion) {
        List<Module> all = modules.hold(transaction, MOST_MODULES);
        Optional<Module> found =
                all.stream().filter(module -> module.code().equals(code)).findFirst();
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Module module = found.get();
        if (isStale(module.version(), ifVersion)) {
            return new Outcome.Stale<>();
        }
        if (module.alwaysOn()) {
            return new Outcome.Refused<>("a module that is always on cannot be deleted", LicenseRefusal.IN_USE);
        }
        Optional<String> needing = all.stream()
                .filter(other -> other.dependencies().contains(code))
                .map(Module::code)
                .findFirst();
        if (needing.isPresent()) {
            return new Outcome.Refused<>("the module " + needing.get() + " depends on this one", LicenseRefusal.IN_USE);
        }
        Optional<String> bundle = bundles.list(transaction, MOST_BUNDLES).stream()
                .filter(other -> other.modules().contains(code))
                .map(Bundle::code)
                .findFirst();
        if (bundle.isPresent()) {
            return new Outcome.Refused<>("the bundle " + bundle.get() + " contains this module", LicenseRefusal.IN_USE);
        }
        if (modules.isAssigned(module.id())) {
            return new Outcome.Refused<>("this module has been licensed, and licences are kept", LicenseRefusal.IN_USE);
        }
        modules.delete(transaction, code);
        editions.changed(transaction, editionKey());
        return new Outcome.Deleted<>(module);
    }

    public Optional<Bundle> findBundle(String code) {
        return bundles.find(code);
    }

    public Optional<Bundle> findBundle(Transaction transaction, String code) {
        return bundles.find(transaction, code);
    }

    List<Bundle> listBundles(String after, int limit) {
        return bundles.list(after, limit);
    }

    Outcome<Bundle> createBundle(Transaction transaction, String code, String name, List<String> codes) {
        List<Module> all = modules.hold(transaction, MOST_MODULES);
        if (bundles.list(transaction, MOST_BUNDLES).size() >= MOST_BUNDLES) {
            return new Outcome.Refused<>(
                    "a catalogue has at most " + MOST_BUNDLES + " bundles", LicenseRefusal.CATALOGUE_FULL);
        }
        Optional<String> unknown = unknown(all, codes);
        if (unknown.isPresent()) {
            return unknownModule("modules", unknown.get());
        }
        Instant now = clock.instant();
        var bundle = new Bundle(BundleId.make(), code, name, codes, 1, now, now);
        bundles.insert(transaction, bundle);
        return new Outcome.Made<>(bundle);
    }

    Outcome<Bundle> changeBundle(
            Transaction transaction, String code, Optional<Long> ifVersion, UnaryOperator<Bundle> change) {
        List<Module> all = modules.hold(transaction, MOST_MODULES);
        Optional<Bundle> found = bundles.find(transaction, code);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Bundle before = found.get();
        if (isStale(before.version(), ifVersion)) {
            return new Outcome.Stale<>();
        }
        Bundle wanted = change.apply(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        Optional<String> unknown = unknown(all, wanted.modules());
        if (unknown.isPresent()) {
            return unknownModule("modules", unknown.get());
        }
        return new Outcome.Changed<>(before, bundles.update(transaction, wanted, clock.instant()));
    }

    /// Takes a bundle out; licences that came by it stay.
    Outcome<Bundle> deleteBundle(Transaction transaction, String code, Optional<Long> ifVersion) {
        modules.hold(transaction, MOST_MODULES);
        Optional<Bundle> found = bundles.find(transaction, code);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (isStale(found.get().version(), ifVersion)) {
            return new Outcome.Stale<>();
        }
        bundles.delete(transaction, code);
        return new Outcome.Deleted<>(found.get());
    }

    /// What is wrong with a module among the others, if anything is.
    private static Optional<Outcome<Module>> wrong(List<Module> others, Module module) {
        Map<String, Module> all = new HashMap<>();
        others.forEach(other -> all.put(other.code(), other));
        all.put(module.code(), module);
        Optional<String> unknown = unknown(all.values(), module.dependencies());
        if (unknown.isPresent()) {
            return Optional.of(unknownModule("dependencies", unknown.get()));
        }
        return needs(all, module, new HashSet<>(), module.code())
                ? Optional.of(new Outcome.Wrong<>(
                        "dependencies", "would make the module depend on itself", LicenseRefusal.DEPENDENCY_CYCLE))
                : Optional.empty();
    }

    /// Whether a module needs the one of a code, however far down.
    private static boolean needs(Map<String, Module> all, Module module, Set<String> seen, String code) {
        for (String dependency : module.dependencies()) {
            Module next = all.get(dependency);
            if (dependency.equals(code) || (next != null && seen.add(dependency) && needs(all, next, seen, code))) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> unknown(Collection<Module> all, List<String> codes) {
        Set<String> known = all.stream().map(Module::code).collect(Collectors.toSet());
        return codes.stream().filter(code -> !known.contains(code)).findFirst();
    }

    private static <T> Outcome<T> unknownModule(String member, String code) {
        return new Outcome.Wrong<>(member, "names " + code + ", which is no module", LicenseRefusal.UNKNOWN_MODULE);
    }

    private static boolean isStale(int version, Optional<Long> ifVersion) {
        return ifVersion.isPresent() && ifVersion.get() != version;
    }

    private String editionKey() {
        return ScopedKey.cache("license", Axis.TENANT, system, "edition");
    }
}
