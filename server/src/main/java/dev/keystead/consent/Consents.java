package dev.keystead.consent;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The rules of consents. All of it happens in the tenant in scope.
public final class Consents {
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    private final ConsentStore store;
    private final Clock clock;

    public Consents(Database database, Clock clock) {
        this.store = new ConsentStore(database);
        this.clock = clock;
    }

    /// What the job `retention` removes: consents that were withdrawn, or whose client was deleted.
    public static List<Sweep.Expiring> ended() {
        return List.of(
                new Sweep.Expiring("oauth.consents", ConsentStore.CONSENT_PURGE),
                new Sweep.Expiring("oauth.consents", ConsentStore.CONSENT_PURGE_ORPHANS));
    }

    public Optional<Consent> find(UserId user, ClientId client) {
        return store.find(user, client);
    }

    /// Remembers what a person allowed, beside what they allowed before.
    ///
    /// @param resources at which they allowed it; none where none was named
    public Consent give(
            Transaction transaction, UserId user, ClientId client, List<String> scopes, List<String> resources) {
        return store.give(transaction, user, client, scopes, resources, clock.instant());
    }

    /// Forgets it; nothing when there was none. What the client holds already is for the caller to end.
    public Optional<Consent> withdraw(Transaction transaction, UserId user, ClientId client) {
        return store.withdraw(transaction, user, client, clock.instant());
    }

    /// What a person allowed, newest first.
    public List<Consent> listOfUser(UserId user, Optional<UUID> before, int limit) {
        return store.listOfUser(user, before.orElse(AFTER_ALL), limit);
    }

    /// What people allowed a client, newest first.
    public List<Consent> listOfClient(ClientId client, Optional<UUID> before, int limit) {
        return store.listOfClient(client, before.orElse(AFTER_ALL), limit);
    }
}
