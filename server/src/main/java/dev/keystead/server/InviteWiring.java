package dev.keystead.server;

import dev.keystead.account.Accounts;
import dev.keystead.audit.AuditLog;
import dev.keystead.invite.InviteExpiry;
import dev.keystead.invite.InviteLetter;
import dev.keystead.invite.InviteRoutes;
import dev.keystead.invite.Invites;
import dev.keystead.invite.Lineage;
import dev.keystead.invite.LineageRoutes;
import dev.keystead.invite.QuotaRoutes;
import dev.keystead.invite.Quotas;
import dev.keystead.job.Job;
import dev.keystead.lockout.Lockouts;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.Route;
import dev.keystead.trust.Trust;
import java.util.List;
import java.util.stream.Stream;

/// Invitations of one person by another, and what they are given.
final class InviteWiring {
    private final Lineage lineage;
    private final Quotas quotas;
    private final Invites invites;
    private final List<Route> routes;

    InviteWiring(DoorWiring.Ground ground, Lockouts lockouts, SourceLimits limits) {
        var database = ground.storage().app();
        this.lineage = new Lineage(database);
        this.quotas =
                new Quotas(database, lineage, new Trust(database, ground.sessions(), ground.clock()), ground.clock());
        var letter = new InviteLetter(ground.mails(), ground.texts(), ground.address());
        this.invites = new Invites(
                database,
                new Invites.Parts(
                        lineage, quotas, lockouts, limits, letter, ground.invites(), ground.master(), ground.clock()));
        this.routes = Stream.of(
                        new InviteRoutes(invites, ground.directory(), ground.policies(), ground.audit()).routes(),
                        new QuotaRoutes(quotas, ground.directory(), ground.audit(), ground.clock()).routes(),
                        new LineageRoutes(lineage, ground.directory()).routes())
                .flatMap(List::stream)
                .toList();
    }

    Invites invites() {
        return invites;
    }

    Accounts.Invitations forAccounts() {
        return new Accounts.Invitations(invites, quotas, lineage);
    }

    List<Route> routes() {
        return routes;
    }

    /// By the database's time, like everything that comes to its end.
    static Job expiry(Storage storage, AuditLog workerAudit) {
        return new InviteExpiry(storage.worker(), workerAudit, storage.clock()).job();
    }
}
