package dev.keystead.policy;

import dev.keystead.audit.Outcome;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.json.Json;
import dev.keystead.policy.Decisions.Decision;
import dev.keystead.policy.Decisions.Stored;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// What organisations have decided for their workspaces.
public final class OrgPolicies {
    private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
    private static final int MOST_KNOWN = 20_000;

    private final OrgPolicyStore store;
    private final LogoStore logos;
    private final SharedCache<Decided> known;
    private final Clock clock;

    public OrgPolicies(Database database, SharedCaches caches, Clock clock) {
        this.store = new OrgPolicyStore(database);
        this.logos = LogoStore.ofOrganisations(database);
        this.known = caches.make(KNOWN_FOR, MOST_KNOWN);
        this.clock = clock;
    }

    /// A decision, with the version that the next change must name.
    ///
    /// @param version 0 for what was never decided
    record OrgPolicy<P extends Record>(UUID org, Decision<P> decision, int version) {}

    /// What an organisation has decided.
    ///
    /// @param logo the fingerprint of its logo
    record Decided(Decisions decisions, Optional<String> logo) {
        private static final Decided NOTHING = new Decided(new Decisions(Map.of()), Optional.empty());

        /// Of an organisation, or of none.
        static Decided of(Optional<UUID> org, Function<UUID, Decided> of) {
            return org.map(of).orElse(NOTHING);
        }
    }

    /// What an organisation has decided, from memory, as it was at most a second ago. Binds its scope itself.
    Decided decided(UUID org) {
        Scope scope = Scope.org(org);
        return known.read(key(scope), () -> new Decided(now(org), scope.call(logos::findFingerprint)));
    }

    /// The same, as it is now.
    Decisions now(UUID org) {
        return Decisions.of(Scope.org(org).call(store::list));
    }

    /// The row of an organisation about a matter, as it is now. Binds its scope itself.
    Optional<Stored> find(UUID org, Kind<?> kind) {
        return Scope.org(org).call(() -> store.find(kind));
    }

    /// The same inside a transaction, so that no second connection is needed.
    Optional<Stored> find(Transaction transaction, UUID org, Kind<?> kind) {
        return store.find(transaction.with(Scope.org(org)), kind);
    }

    <P extends Record> OrgPolicy<P> read(UUID org, Kind<P> kind) {
        return policy(org, kind, find(org, kind));
    }

    /// Decides for all workspaces of the organisation in scope.
    <P extends Record> Outcome<OrgPolicy<P>> decide(
            Transaction transaction, UUID org, Kind<P> kind, Decision<P> wish, Optional<Long> ifVersion) {
        Optional<Stored> stored = store.findForUpdate(transaction, kind);
        OrgPolicy<P> before = policy(org, kind, stored);
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        if (before.decision().equals(wish)) {
            return new Outcome.Unchanged<>(before);
        }
        String document = Json.text(wish.rules());
        if (stored.isPresent()) {
            store.update(transaction, kind, document, wish.enforced(), clock.instant());
        } else {
            store.insert(transaction, kind, document, wish.enforced(), clock.instant());
        }
        known.changed(transaction, key(transaction.scope()));
        return new Outcome.Changed<>(before, new OrgPolicy<>(org, wish, before.version() + 1));
    }

    /// Takes back what the organisation in scope has decided.
    <P extends Record> Outcome<OrgPolicy<P>> withdraw(
            Transaction transaction, UUID org, Kind<P> kind, Optional<Long> ifVersion) {
        Optional<Stored> stored = store.findForUpdate(transaction, kind);
        if (stored.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (ifVersion.isPresent() && ifVersion.get() != stored.get().version()) {
            return new Outcome.Stale<>();
        }
        store.delete(transaction, kind);
        known.changed(transaction, key(transaction.scope()));
        return new Outcome.Deleted<>(policy(org, kind, stored));
    }

    /// The logo of an organisation under an address. Binds its scope itself.
    Optional<Logo> findLogo(UUID org, String fingerprint) {
        return Scope.org(org).call(() -> logos.find(fingerprint));
    }

    /// Whether an organisation has a logo that its workspaces cannot replace.
    boolean enforcesLogo(Transaction transaction, UUID org) {
        Transaction above = transaction.with(Scope.org(org));
        return store.find(above, Kind.BRANDING).filter(Stored::enforced).isPresent()
                && logos.findFingerprint(above).isPresent();
    }

    /// Sets the logo of the organisation in scope.
    LogoOutcome setLogo(Transaction transaction, Logo wish) {
        known.changed(transaction, key(transaction.scope()));
        return logos.set(transaction, wish, clock.instant());
    }

    /// Removes the logo of the organisation in scope.
    LogoOutcome deleteLogo(Transaction transaction) {
        known.changed(transaction, key(transaction.scope()));
        return logos.delete(transaction);
    }

    private static <P extends Record> OrgPolicy<P> policy(UUID org, Kind<P> kind, Optional<Stored> stored) {
        return stored.map(row ->
                        new OrgPolicy<>(org, new Decision<>(kind.read(row.document()), row.enforced()), row.version()))
                .orElseGet(() -> new OrgPolicy<>(org, new Decision<>(kind.usual(), false), 0));
    }

    private static String key(Scope scope) {
        return ScopedKey.cache("policy", Axis.ORG, scope, "decided");
    }
}
