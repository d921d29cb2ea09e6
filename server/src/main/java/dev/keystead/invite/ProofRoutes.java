package dev.keystead.invite;

import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.key.Algorithm;
import dev.keystead.key.KeyRing;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.Reserved;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The public proof of an invitation: who invited whom, for anybody who has its id. It is signed by the key
/// of the system workspace, so that it can be shown to others and checked without asking us.
public final class ProofRoutes {
    private static final String TYPE = "invite-proof+jwt";

    private final Invites invites;
    private final Directory directory;
    private final KeyRing keys;
    private final Clock clock;

    public ProofRoutes(Invites invites, Directory directory, KeyRing keys, Clock clock) {
        this.invites = invites;
        this.directory = directory;
        this.keys = keys;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(Route.get("/v1/invites/{id}/proof", "Read who invited whom, where the inviter made that public")
                .open("the inviter opted in to it, and the invited person was told so before they joined")
                .anyOrigin()
                .answers(Shape.of(ProofView.class), this::proof));
    }

    /// Who invited whom, by their handles of today.
    ///
    /// @param signed the same as a JWT, by a key of `/.well-known/jwks.json`
    public record ProofView(
            String inviteId,
            String inviterHandle,
            String inviteeHandle,
            Instant issuedAt,
            Instant redeemedAt,
            String signed) {}

    /// One that is not public, was not used or whose people are gone looks like one that is not there.
    private Reply proof(Call call) {
        InviteId id = call.id("id", InviteId::new, Prefix.INVITE.text());
        if (call.workspaceSlug().isPresent()) {
            return Reply.notFound();
        }
        String issuer = call.issuer().toString();
        return Scope.tenant(Reserved.SYSTEM_WORKSPACE.value())
                .call(() -> invites.find(id).filter(Invite::publicVerifiable).flatMap(found -> view(found, issuer)))
                .map(Reply::ok)
                .orElseGet(Reply::notFound);
    }

    private Optional<ProofView> view(Invite invite, String issuer) {
        return handle(invite.inviter())
                .flatMap(inviter -> invite.redeemedBy()
                        .flatMap(this::handle)
                        .map(invitee -> view(invite, inviter, invitee, issuer)));
    }

    private ProofView view(Invite invite, String inviter, String invitee, String issuer) {
        Instant redeemedAt = invite.redeemedAt().orElseThrow();
        String signed = keys.sign(
                Reserved.SYSTEM_WORKSPACE,
                Algorithm.ES256,
                TYPE,
                Map.of(
                        "iss", issuer,
                        "iat", clock.instant().getEpochSecond(),
                        "jti", invite.id().text(),
                        "inviter", inviter,
                        "invitee", invitee,
                        "issued_at", invite.issuedAt().getEpochSecond(),
                        "redeemed_at", redeemedAt.getEpochSecond()));
        return new ProofView(invite.id().text(), inviter, invitee, invite.issuedAt(), redeemedAt, signed);
    }

    /// Of somebody who has come alive and is not deleted.
    private Optional<String> handle(UserId id) {
        return directory
                .find(id)
                .filter(user -> user.status() != User.Status.PENDING_VERIFICATION)
                .flatMap(User::handle);
    }
}
