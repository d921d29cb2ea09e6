package dev.keystead.credential;

import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;

/// What users have, over all kinds of credentials and factors.
public final class Credentials {
    private final CredentialStore store;
    private final PasskeyStore owners;

    public Credentials(Database database) {
        this.store = new CredentialStore(database);
        this.owners = new PasskeyStore(database);
    }

    /// What the job `retention` removes: factors that were removed.
    public static Sweep.Expiring ended() {
        return new Sweep.Expiring("identity.mfa_factors", CredentialStore.FACTOR_PURGE);
    }

    /// Everything the user can get in with, in one round trip. A user who is not there has nothing.
    public Means of(UserId user) {
        return store.means(user);
    }

    /// The same for whoever is about to take something away: of two at the same moment, the second sees what the first
    /// has left.
    public Means held(Transaction transaction, UserId user) {
        owners.lockOwner(transaction, user);
        return store.means(transaction, user);
    }
}
