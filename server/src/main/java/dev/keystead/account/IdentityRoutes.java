package dev.keystead.account;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.federation.ExternalIdentity;
import dev.keystead.federation.ExternalIdentityId;
import dev.keystead.federation.Identities;
import dev.keystead.federation.Identities.Unlinking;
import dev.keystead.federation.IdentityView;
import dev.keystead.login.Door;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import java.util.List;

/// A person's own links to identities at other providers, for programs. A link is made on a page, as the journey needs
/// a browser.
final class IdentityRoutes {
    private final Door door;
    private final RecentProof proof;
    private final OwnIdentities identities;
    private final Directory directory;
    private final AuditLog audit;

    IdentityRoutes(Door door, RecentProof proof, OwnIdentities identities, Directory directory, AuditLog audit) {
        this.door = door;
        this.proof = proof;
        this.identities = identities;
        this.directory = directory;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/me/identities", "List whom other identity providers know you as")
                        .self("read:user:self")
                        .answers(
                                Shape.page(IdentityView.class),
                                call -> IdentityView.page(call, paging -> identities.page(Me.of(call, door), paging))),
                Route.delete("/v1/me/identities/{id}", "Unlink another identity provider; needs a recent proof")
                        .self("write:user:self")
                        .audits("identity.unlink")
                        .takesNothing()
                        .prepares(204, Shape.nothing(), this::unlink));
    }

    private Work.ChangingBare unlink(Call call) {
        proof.require(call);
        Me me = Me.of(call, door);
        Identities.WaysIn ways = identities.waysIn(me);
        return (asked, transaction) -> {
            var owner = directory.find(transaction, me.user()).orElseThrow(Refusal::notFound);
            return switch (identities.unlink(transaction, me, owner, id(asked), ways)) {
                case Unlinking.NotFound() -> Reply.notFound();
                case Unlinking.OnlyWayIn() ->
                    Reply.conflict("this is your only way in; set a password or a passkey first");
                case Unlinking.Unlinked(ExternalIdentity gone) -> {
                    audit.write(transaction, asked, gone.id(), AuditLog.Change.removed(IdentityView.of(gone)));
                    yield Reply.empty();
                }
            };
        };
    }

    static ExternalIdentityId id(Call call) {
        return call.id("id", ExternalIdentityId::new, Prefix.EXTERNAL_IDENTITY.text());
    }
}
