package dev.keystead.account;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.connection.Connection;
import dev.keystead.connection.Connections;
import dev.keystead.directory.User;
import dev.keystead.federation.ExternalIdentity;
import dev.keystead.federation.ExternalIdentityId;
import dev.keystead.federation.Identities;
import dev.keystead.federation.Identities.Unlinking;
import dev.keystead.federation.IdentityView;
import dev.keystead.platform.http.Paging;
import dev.keystead.tenancy.Transaction;
import java.util.List;

/// A person's own links to identities at other providers. Whatever happens to one is told.
final class OwnIdentities {
    private final Identities identities;
    private final Connections connections;
    private final Notices notices;

    OwnIdentities(Identities identities, Connections connections, Notices notices) {
        this.identities = identities;
        this.connections = connections;
        this.notices = notices;
    }

    List<ExternalIdentity> of(Me me) {
        return identities.of(me.user());
    }

    List<ExternalIdentity> page(Me me, Paging paging) {
        return identities.of(me.user(), IdentityView.after(paging), paging.fetch());
    }

    /// The providers that can be linked.
    List<Connection> connections(Me me) {
        return connections.enabled(me.workspace().id());
    }

    /// What all providers are called, also those that are turned off.
    List<Connection> all(Me me) {
        return connections.all(me.workspace().id());
    }

    /// To be asked before a transaction is opened.
    Identities.WaysIn waysIn(Me me) {
        return identities.waysIn(me.workspace().id(), me.user());
    }

    Unlinking unlink(Transaction transaction, Me me, User owner, ExternalIdentityId id, Identities.WaysIn ways) {
        Unlinking outcome = identities.unlink(transaction, me.user(), id, ways);
        if (outcome instanceof Unlinking.Unlinked) {
            notices.tell(transaction, me, owner, AuthEvent.Type.IDENTITY_UNLINKED, Notice.IDENTITY_UNLINKED);
        }
        return outcome;
    }
}
