package dev.keystead.login;

import dev.keystead.session.Session;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// Knows where people come from who come in by another identity provider.
public interface Origins {
    /// What the provider of a sign-in said; nothing when it has signed the person out meanwhile. It does not take that
    /// back before this transaction ends.
    Optional<Origin> of(Transaction transaction, FlowId flow);

    /// Learns of an entry, in the very transaction.
    void entered(Transaction transaction, Flow flow, Session session);

    /// What another identity provider said of a sign-in.
    ///
    /// @param provenAt when the person proved themselves there
    /// @param endsAt when the provider's own session ends at the latest, if it said so
    record Origin(Instant provenAt, Optional<Instant> endsAt) {}
}
