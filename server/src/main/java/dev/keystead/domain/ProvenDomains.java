package dev.keystead.domain;

import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;

/// Whether the workspace in scope has shown that a domain is its own.
public final class ProvenDomains {
    private final DomainStore store;

    public ProvenDomains(Database database) {
        this.store = new DomainStore(database);
    }

    public boolean any() {
        return store.firstVerified().isPresent();
    }

    /// The same inside a transaction.
    public boolean any(Transaction transaction) {
        return store.firstVerified(transaction).isPresent();
    }
}
