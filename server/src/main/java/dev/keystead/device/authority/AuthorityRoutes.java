package dev.keystead.device.authority;

import dev.keystead.audit.AuditLog;
import dev.keystead.device.Pem;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.Workspaces;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The authorities of workspaces over HTTP: what everybody needs to check a certificate, and their rotation.
public final class AuthorityRoutes {
    private static final String WHY_OPEN = "whoever checks a certificate needs it; it holds nothing secret";
    private static final String CHAIN = "application/pem-certificate-chain";
    private static final String LIST = "application/pkix-crl";

    private final CertificateAuthorities authorities;
    private final Workspaces workspaces;
    private final AuditLog audit;

    public AuthorityRoutes(CertificateAuthorities authorities, Workspaces workspaces, AuditLog audit) {
        this.authorities = authorities;
        this.workspaces = workspaces;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(
                                "/v1/pki/ca.pem",
                                "The authorities for devices of the workspace that /t/{slug} names, roots last")
                        .open(WHY_OPEN)
                        .anyOrigin()
                        .endpoint(Shape.media(CHAIN), (call, _) -> chain(call)),
                Route.get("/v1/pki/crl", "The certificates that the authority which signs now has revoked (DER)")
                        .open(WHY_OPEN)
                        .anyOrigin()
                        .endpoint(Shape.media(LIST), (call, _) -> list(call, authorities::revocations)),
                Route.get("/v1/pki/crl/{id}", "The certificates that an authority has revoked (DER)")
                        .open(WHY_OPEN)
                        .anyOrigin()
                        .endpoint(Shape.media(LIST), (call, _) -> {
                            AuthorityId id = id(call);
                            return list(call, () -> authorities.revocations(id));
                        }),
                Route.get("/v1/pki/authorities", "List the authorities of the workspace for devices")
                        .tenant("read:device")
                        .answers(Shape.page(AuthorityView.class), this::showAll),
                Route.post(
                                "/v1/pki/authorities/{id}:rotate",
                                "Let another authority sign; what the old one signed stays valid")
                        .tenant("admin:device")
                        .audits("certificate_authority.rotate")
                        .takesNothing()
                        .prepares(200, Shape.of(AuthorityTurn.class), this::rotate));
    }

    /// An authority as clients and the audit trail see it.
    ///
    /// @param issuerId the authority that signed its certificate; a root itself
    /// @param certificate in PEM
    public record AuthorityView(
            String id,
            Authority.Level level,
            String issuerId,
            Authority.Status status,
            String certificate,
            Instant createdAt,
            @Nullable Instant rotatedAt,
            Instant expiresAt) {
        static AuthorityView of(Authority authority) {
            return new AuthorityView(
                    authority.id().text(),
                    authority.level(),
                    authority.issuer().text(),
                    authority.status(),
                    Pem.encode("CERTIFICATE", authority.certificate()),
                    authority.createdAt(),
                    authority.rotatedAt().orElse(null),
                    authority.expiresAt());
        }
    }

    /// An authority and the one that signs in its place.
    public record AuthorityTurn(AuthorityView authority, AuthorityView successor) {}

    private Reply chain(Call call) {
        return inside(call, () -> Optional.of(authorities.chain()).filter(chain -> !chain.isEmpty()))
                .map(chain -> Reply.text(CHAIN, chain).with("Cache-Control", "public, max-age=300"))
                .orElseGet(Reply::notFound);
    }

    private Reply list(Call call, Supplier<Optional<byte[]>> list) {
        return inside(call, list)
                .map(der -> Reply.raw(200, List.of(), LIST, der).with("Cache-Control", "public, max-age=60"))
                .orElseGet(Reply::notFound);
    }

    private <T> Optional<T> inside(Call call, Supplier<Optional<T>> work) {
        var named = call.workspaceSlug().map(workspaces::bySlug).orElse(Optional.of(Reserved.SYSTEM_WORKSPACE));
        return named.flatMap(workspaces::standing)
                .filter(Workspace::isActive)
                .flatMap(workspace -> Scope.tenant(workspace.id().value()).call(work::get));
    }

    private Reply showAll(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Authority> found = authorities.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, one -> Cursor.of(one.id().value()), AuthorityView::of));
    }

    private Work.ChangingBare rotate(Call call) {
        AuthorityId id = id(call);
        var next = authorities.prepare(id);
        if (next.isEmpty()) {
            return Work.instead(
                    authorities.isThere(id)
                            ? Reply.conflict("the authority signs no certificates of devices; rotate the one that does")
                            : Reply.notFound());
        }
        return (_, transaction) -> switch (authorities.rotate(transaction, next.get())) {
            case CertificateAuthorities.Rotation.Rotated(Authority old, Authority successor) -> {
                var turn = new AuthorityTurn(AuthorityView.of(old), AuthorityView.of(successor));
                audit.write(transaction, call, old.id(), AuditLog.Change.made(turn));
                yield Reply.ok(turn);
            }
            case CertificateAuthorities.Rotation.Refused(String reason) -> Reply.conflict(reason);
        };
    }

    private static AuthorityId id(Call call) {
        return call.id("id", AuthorityId::new, Prefix.CERTIFICATE_AUTHORITY.text());
    }
}
