package dev.keystead.policy;

import dev.keystead.audit.Outcome;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.html.Accent;
import dev.keystead.platform.html.Brand;
import dev.keystead.platform.html.Colour;
import dev.keystead.platform.json.Json;
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

/// What workspaces have decided.
///
/// The readers by tenant bind the scope themselves and answer from memory, as it was at most a second ago.
/// What is not in memory is read on a connection of its own: ask before a transaction is opened, not inside
/// it.
public final class Policies {
    private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
    private static final int MOST_KNOWN = 20_000;

    private final PolicyStore store;
    private final SharedCache<InForce> known;
    private final Clock clock;

    public Policies(Database database, SharedCaches caches, Clock clock) {
        this.store = new PolicyStore(database);
        this.known = caches.make(KNOWN_FOR, MOST_KNOWN);
        this.clock = clock;
    }

    /// Everything that holds in a workspace.
    ///
    /// @param logo the fingerprint of its logo
    record InForce(
            Branding branding,
            SignUpPolicy signUp,
            PasswordPolicy password,
            MfaPolicy mfa,
            SessionPolicy session,
            LockoutPolicy lockout,
            RegistrationPolicy registration,
            TokenPolicy token,
            RetentionPolicy retention,
            DomainPolicy domain,
            Optional<String> logo) {}

    public Branding branding(UUID tenant) {
        return inForce(tenant).branding();
    }

    public SignUpPolicy signUp(UUID tenant) {
        return inForce(tenant).signUp();
    }

    public PasswordPolicy password(UUID tenant) {
        return inForce(tenant).password();
    }

    public MfaPolicy mfa(UUID tenant) {
        return inForce(tenant).mfa();
    }

    public SessionPolicy session(UUID tenant) {
        return inForce(tenant).session();
    }

    public LockoutPolicy lockout(UUID tenant) {
        return inForce(tenant).lockout();
    }

    public RegistrationPolicy registration(UUID tenant) {
        return inForce(tenant).registration();
    }

    public TokenPolicy token(UUID tenant) {
        return inForce(tenant).token();
    }

    public RetentionPolicy retention(UUID tenant) {
        return inForce(tenant).retention();
    }

    public DomainPolicy domain(UUID tenant) {
        return inForce(tenant).domain();
    }

    /// How the pages of a workspace present themselves.
    ///
    /// @param prefix what names the workspace in paths, or empty where the host does
    /// @param name the name of the workspace, for one that has chosen no other
    public Brand brand(UUID tenant, String prefix, String name) {
        InForce inForce = inForce(tenant);
        Branding branding = inForce.branding();
        return new Brand(
                Optional.ofNullable(branding.displayName()).orElse(name),
                Optional.ofNullable(branding.colour())
                        .flatMap(Colour::find)
                        .map(colour -> new Accent(colour).address()),
                inForce.logo().map(fingerprint -> LogoRoutes.address(prefix, fingerprint)),
                Optional.ofNullable(branding.supportUrl()));
    }

    /// The one place that says what holds.
    InForce inForce(UUID tenant) {
        Scope scope = Scope.tenant(tenant);
        return known.read(key(scope), () -> scope.call(this::read));
    }

    private InForce read() {
        Map<String, String> documents = store.documents();
        return new InForce(
                Kind.BRANDING.in(documents),
                Kind.SIGN_UP.in(documents),
                Kind.PASSWORD.in(documents),
                Kind.MFA.in(documents),
                Kind.SESSION.in(documents),
                Kind.LOCKOUT.in(documents),
                Kind.REGISTRATION.in(documents),
                Kind.TOKEN.in(documents),
                Kind.RETENTION.in(documents),
                Kind.DOMAIN.in(documents),
                store.findLogoFingerprint());
    }

    /// The decision of the workspace in scope, as it is now.
    <P extends Record> Policy<P> find(UUID tenant, Kind<P> kind) {
        return policy(tenant, kind, store.find(kind));
    }

    /// Decides for the workspace in scope.
    <P extends Record> Outcome<Policy<P>> decide(
            Transaction transaction, UUID tenant, Kind<P> kind, P wish, Optional<Long> ifVersion) {
        Optional<PolicyStore.Stored> stored = store.findForUpdate(transaction, kind);
        Policy<P> before = policy(tenant, kind, stored);
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        if (before.rules().equals(wish)) {
            return new Outcome.Unchanged<>(before);
        }
        if (stored.isPresent()) {
            store.update(transaction, kind, Json.text(wish), clock.instant());
        } else {
            store.insert(transaction, kind, Json.text(wish), clock.instant());
        }
        known.changed(transaction, key(transaction.scope()));
        return new Outcome.Changed<>(before, new Policy<>(tenant, wish, before.version() + 1));
    }

    private static <P extends Record> Policy<P> policy(UUID tenant, Kind<P> kind, Optional<PolicyStore.Stored> stored) {
        return stored.map(row -> new Policy<>(tenant, kind.read(row.document()), row.version()))
                .orElseGet(() -> new Policy<>(tenant, kind.usual(), 0));
    }

    /// The logo under an address; nothing when it is not the workspace's logo, or not any more.
    Optional<Logo> findLogo(UUID tenant, String fingerprint) {
        return Scope.tenant(tenant).call(() -> store.findLogo(fingerprint));
    }

    /// What became of the wish for a logo, or for none.
    sealed interface LogoOutcome {
        record Set(Optional<Logo> before, Logo after) implements LogoOutcome {}

        record Unchanged(Logo same) implements LogoOutcome {}

        record Removed(Logo gone) implements LogoOutcome {}

        /// There is no logo to remove.
        record None() implements LogoOutcome {}
    }

    /// Sets the logo of the workspace in scope.
    LogoOutcome setLogo(Transaction transaction, Logo wish) {
        Optional<Logo> before = store.findLogoForUpdate(transaction);
        if (before.isPresent() && before.get().fingerprint().equals(wish.fingerprint())) {
            return new LogoOutcome.Unchanged(before.get());
        }
        if (before.isPresent()) {
            store.updateLogo(transaction, wish, clock.instant());
        } else {
            store.insertLogo(transaction, wish, clock.instant());
        }
        known.changed(transaction, key(transaction.scope()));
        return new LogoOutcome.Set(before, wish);
    }

    /// Removes the logo of the workspace in scope.
    LogoOutcome deleteLogo(Transaction transaction) {
        Optional<Logo> before = store.findLogoForUpdate(transaction);
        if (before.isEmpty()) {
            return new LogoOutcome.None();
        }
        store.deleteLogo(transaction);
        known.changed(transaction, key(transaction.scope()));
        return new LogoOutcome.Removed(before.get());
    }

    private static String key(Scope scope) {
        return ScopedKey.cache("policy", Axis.TENANT, scope, "in-force");
    }
}
