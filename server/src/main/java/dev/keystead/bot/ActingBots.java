package dev.keystead.bot;

import dev.keystead.client.Client;
import dev.keystead.domain.ProvenDomains;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.util.Optional;

/// Which service identity acts by a client.
public final class ActingBots {
    /// So long a domain that is no longer proven may still count.
    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);

    private static final int MOST_KNOWN = 50_000;

    private final ServiceIdentityStore store;
    private final ProvenDomains domains;
    private final SharedCache<Optional<ActingBot>> known;

    public ActingBots(Database database, ProvenDomains domains, SharedCaches caches) {
        this.store = new ServiceIdentityStore(database);
        this.domains = domains;
        this.known = caches.make(KNOWN_FOR, MOST_KNOWN);
    }

    /// A service identity that works.
    ///
    /// @param trustClass the class that counts
    public record ActingBot(ServiceIdentityId id, TrustClass trustClass) {
        /// How the audit trail names it: the machine, by way of its credential.
        public String actor(Client client) {
            return "did:keystead:" + id.text() + "#" + client.clientId();
        }
    }

    /// The service identity behind the client of a service account, as it was at most a second ago; nothing when
    /// it is suspended or gone, or the client is an application's. Binds the scope itself; ask before a
    /// transaction is opened, not inside it.
    public Optional<ActingBot> find(Client client) {
        Scope scope = Scope.tenant(client.workspace().value());
        return client.bot()
                .map(Client.Bot::identity)
                .map(ServiceIdentityId::new)
                .flatMap(id -> known.read(key(scope, id), () -> scope.call(() -> read(id))));
    }

    private Optional<ActingBot> read(ServiceIdentityId id) {
        return store.find(id)
                .filter(ServiceIdentity::isActive)
                .map(found -> new ActingBot(id, found.trustClass().given(domains.any())));
    }

    void changed(Transaction transaction, ServiceIdentityId id) {
        known.changed(transaction, key(transaction.scope(), id));
    }

    private static String key(Scope scope, ServiceIdentityId id) {
        return ScopedKey.cache("bot", Axis.TENANT, scope, id.text());
    }
}
