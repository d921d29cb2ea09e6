package dev.keystead.federation;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;

/// The links of a workspace's users, for administrators. They can take links away; only their owners can make them.
public final class UserIdentityRoutes {
    private final Identities identities;
    private final Directory directory;
    private final AuditLog audit;

    public UserIdentityRoutes(Identities identities, Directory directory, AuditLog audit) {
        this.identities = identities;
        this.directory = directory;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/users/{id}/identities", "List whom other identity providers know a user as")
                        .tenant("admin:user")
                        .answers(Shape.page(IdentityView.class), this::list),
                Route.delete("/v1/users/{id}/identities/{eid}", "Unlink a user from another identity provider")
                        .tenant("admin:user")
                        .audits("identity.unlink")
                        .takesNothing()
                        .answers(Shape.nothing(), this::unlink));
    }

    private Reply list(Call call) {
        UserId user = user(call);
        if (directory.find(user).isEmpty()) {
            return Reply.notFound();
        }
        return IdentityView.page(call, paging -> identities.of(user, IdentityView.after(paging), paging.fetch()));
    }

    private Reply unlink(Call call, Transaction transaction) {
        Optional<ExternalIdentity> gone = identities.remove(
                transaction, user(call), call.id("eid", ExternalIdentityId::new, Prefix.EXTERNAL_IDENTITY.text()));
        if (gone.isEmpty()) {
            return Reply.notFound();
        }
        audit.write(transaction, call, gone.get().id(), AuditLog.Change.removed(IdentityView.of(gone.get())));
        return Reply.empty();
    }

    private static UserId user(Call call) {
        return call.id("id", UserId::new, Prefix.USER.text());
    }
}
