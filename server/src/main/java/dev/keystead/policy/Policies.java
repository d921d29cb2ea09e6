package dev.keystead.policy;

import dev.keystead.audit.Outcome;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.html.Accent;
import dev.keystead.platform.html.Brand;
import dev.keystead.platform.html.Colour;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Json;
import dev.keystead.policy.Decisions.Decision;
import dev.keystead.policy.Decisions.Stored;
import dev.keystead.policy.OrgPolicies.Decided;
import dev.keystead.policy.Source.Holding;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// What holds in workspaces: what they have decided, or their organisations for them.
///
/// The readers by tenant bind the scope themselves and answer from memory, as it was at most a second ago.
/// What is not in memory is read on a connection of its own: ask before a transaction is opened, not inside
/// it.
public final class Policies {
    private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
    private static final int MOST_KNOWN = 20_000;

    private final PolicyStore store;
    private final LogoStore logos;
    private final OrgPolicies organisations;
    private final Function<UUID, Optional<UUID>> orgOf;
    private final SharedCache<Own> known;
    private final Clock clock;

    /// @param orgOf the organisation of a workspace as it is now; binds its scope itself, and must not answer
    ///     from memory, because what it says is remembered here until the workspace moves
    public Policies(
            Database database,
            SharedCaches caches,
            OrgPolicies organisations,
            Function<UUID, Optional<UUID>> orgOf,
            Clock clock) {
        this.store = new PolicyStore(database);
        this.logos = LogoStore.ofWorkspaces(database);
        this.organisations = organisations;
        this.orgOf = orgOf;
        this.known = caches.make(KNOWN_FOR, MOST_KNOWN);
        this.clock = clock;
    }

    /// What a workspace itself has decided, and who decides above it.
    ///
    /// @param logo the fingerprint of its logo
    private record Own(Optional<UUID> org, Decisions decisions, Optional<String> logo) {}

    public Branding branding(UUID tenant) {
        return inForce(tenant, Kind.BRANDING);
    }

    public SignUpPolicy signUp(UUID tenant) {
        return inForce(tenant, Kind.SIGN_UP);
    }

    public PasswordPolicy password(UUID tenant) {
        return inForce(tenant, Kind.PASSWORD);
    }

    public MfaPolicy mfa(UUID tenant) {
        return inForce(tenant, Kind.MFA);
    }

    public SessionPolicy session(UUID tenant) {
        return inForce(tenant, Kind.SESSION);
    }

    public LockoutPolicy lockout(UUID tenant) {
        return inForce(tenant, Kind.LOCKOUT);
    }

    public RegistrationPolicy registration(UUID tenant) {
        return inForce(tenant, Kind.REGISTRATION);
    }

    public TokenPolicy token(UUID tenant) {
        return inForce(tenant, Kind.TOKEN);
    }

    public RetentionPolicy retention(UUID tenant) {
        return inForce(tenant, Kind.RETENTION);
    }

    public DomainPolicy domain(UUID tenant) {
        return inForce(tenant, Kind.DOMAIN);
    }

    /// How the pages of a workspace present themselves.
    ///
    /// @param prefix what names the workspace in paths, or empty where the host does
    /// @param name the name of the workspace, for one that has chosen no other
    public Brand brand(UUID tenant, String prefix, String name) {
        Own own = own(tenant);
        Decided above = above(own);
        Branding branding = inForce(own, above, Kind.BRANDING);
        Optional<String> logo =
                Source.logo(own.logo(), above.logo(), above.decisions().about(Kind.BRANDING));
        return new Brand(
                Optional.ofNullable(branding.displayName()).orElse(name),
                Optional.ofNullable(branding.colour())
                        .flatMap(Colour::find)
                        .map(colour -> new Accent(colour).address()),
                logo.map(fingerprint -> LogoRoutes.address(prefix, fingerprint)),
                Optional.ofNullable(branding.supportUrl()));
    }

    private <P extends Record> P inForce(UUID tenant, Kind<P> kind) {
        Own own = own(tenant);
        return inForce(own, above(own), kind);
    }

    private static <P extends Record> P inForce(Own own, Decided above, Kind<P> kind) {
        return Source.holding(
                        kind, own.decisions().about(kind), above.decisions().about(kind))
                .rules();
    }

    private Decided above(Own own) {
        return Decided.of(own.org(), organisations::decided);
    }

    private Own own(UUID tenant) {
        Scope scope = Scope.tenant(tenant);
        return known.read(
                key(scope),
                () -> new Own(
                        orgOf.apply(tenant),
                        Decisions.of(scope.call(store::list)),
                        scope.call(logos::findFingerprint)));
    }

    /// Says in the transaction that gives the workspace in scope to another organisation that others decide
    /// from now on.
    public void moved(Transaction transaction) {
        known.changed(transaction, key(transaction.scope()));
    }

    /// What holds in the workspace in scope, as it is now.
    ///
    /// @param org its organisation
    <P extends Record> Policy<P> find(UUID tenant, UUID org, Kind<P> kind) {
        return policy(tenant, kind, store.find(kind), organisations.find(org, kind));
    }

    /// What is told of one matter.
    ///
    /// @param version of the workspace's own decision, whether it holds or not
    record Standing(Kind<?> kind, Source source, boolean enforced, int version) {}

    /// Whose decisions hold in the workspace in scope, as it is now.
    ///
    /// @param org its organisation
    List<Standing> standings(UUID org) {
        List<Stored> rows = store.list();
        Decisions own = Decisions.of(rows);
        Decisions inherited = organisations.now(org);
        return Kind.ALL.stream()
                .map(kind -> standing(kind, own, inherited, rows))
                .toList();
    }

    private static <P extends Record> Standing standing(
            Kind<P> kind, Decisions own, Decisions inherited, List<Stored> rows) {
        Holding<P> holding = Source.holding(kind, own.about(kind), inherited.about(kind));
        int version = rows.stream()
                .filter(row -> row.kind().equals(kind.word()))
                .mapToInt(Stored::version)
                .findFirst()
                .orElse(0);
        return new Standing(kind, holding.source(), holding.enforced(), version);
    }

    /// Decides for the workspace in scope.
    ///
    /// @param org its organisation
    /// @throws BadInput when a member is weaker than what the organisation enforces
    <P extends Record> Outcome<Policy<P>> decide(
            Transaction transaction, UUID tenant, UUID org, Kind<P> kind, P wish, Optional<Long> ifVersion) {
        Optional<Stored> stored = store.findForUpdate(transaction, kind);
        Optional<Stored> inherited = organisations.find(transaction, org, kind);
        Policy<P> before = policy(tenant, kind, stored, inherited);
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        Optional<P> floor = decision(kind, inherited).filter(Decision::enforced).map(Decision::rules);
        Map<String, String> weaker =
                floor.map(least -> Strictness.weaker(kind, least, wish)).orElse(Map.of());
        if (!weaker.isEmpty()) {
            throw BadInput.members(weaker);
        }
        // What is inherited may change any time: to decide the same is a decision too.
        Optional<P> own = decision(kind, stored).map(Decision::rules);
        if (own.or(() -> inherited.isEmpty() ? Optional.of(kind.usual()) : Optional.empty())
                .filter(wish::equals)
                .isPresent()) {
            return new Outcome.Unchanged<>(before);
        }
        if (stored.isPresent()) {
            store.update(transaction, kind, Json.text(wish), clock.instant());
        } else {
            store.insert(transaction, kind, Json.text(wish), clock.instant());
        }
        known.changed(transaction, key(transaction.scope()));
        P holding = floor.map(least -> kind.stricter().apply(least, wish)).orElse(wish);
        return new Outcome.Changed<>(before, new Policy<>(tenant, holding, before.version() + 1));
    }

    /// Takes back what the workspace in scope has decided, so that what is above it holds.
    <P extends Record> Outcome<Policy<P>> withdraw(
            Transaction transaction, UUID tenant, Kind<P> kind, Optional<Long> ifVersion) {
        Optional<Stored> stored = store.findForUpdate(transaction, kind);
        if (stored.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (ifVersion.isPresent() && ifVersion.get() != stored.get().version()) {
            return new Outcome.Stale<>();
        }
        store.delete(transaction, kind);
        known.changed(transaction, key(transaction.scope()));
        return new Outcome.Deleted<>(policy(tenant, kind, stored, Optional.empty()));
    }

    private static <P extends Record> Policy<P> policy(
            UUID tenant, Kind<P> kind, Optional<Stored> own, Optional<Stored> inherited) {
        Holding<P> holding = Source.holding(kind, decision(kind, own), decision(kind, inherited));
        return new Policy<>(tenant, holding.rules(), own.map(Stored::version).orElse(0));
    }

    private static <P extends Record> Optional<Decision<P>> decision(Kind<P> kind, Optional<Stored> stored) {
        return stored.map(row -> new Decision<>(kind.read(row.document()), row.enforced()));
    }

    /// The logo under an address; nothing when it is neither the workspace's nor its organisation's, or not any
    /// more.
    Optional<Logo> findLogo(UUID tenant, String fingerprint) {
        return Scope.tenant(tenant)
                .call(() -> logos.find(fingerprint))
                .or(() -> own(tenant).org().flatMap(org -> organisations.findLogo(org, fingerprint)));
    }

    /// Sets the logo of the workspace in scope.
    ///
    /// @param org its organisation
    LogoOutcome setLogo(Transaction transaction, UUID org, Logo wish) {
        if (organisations.enforcesLogo(transaction, org)) {
            return new LogoOutcome.Refused("the organisation has decided on a logo for all of its workspaces");
        }
        known.changed(transaction, key(transaction.scope()));
        return logos.set(transaction, wish, clock.instant());
    }

    /// Removes the logo of the workspace in scope.
    LogoOutcome deleteLogo(Transaction transaction) {
        known.changed(transaction, key(transaction.scope()));
        return logos.delete(transaction);
    }

    private static String key(Scope scope) {
        return ScopedKey.cache("policy", Axis.TENANT, scope, "in-force");
    }
}
