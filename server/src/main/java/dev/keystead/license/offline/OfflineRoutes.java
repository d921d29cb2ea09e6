package dev.keystead.license.offline;

import dev.keystead.device.DeviceId;
import dev.keystead.directory.UserId;
import dev.keystead.license.entitlement.Entitlements.Where;
import dev.keystead.license.offline.OfflineDocuments.Issue;
import dev.keystead.license.offline.OfflineDocuments.Wish;
import dev.keystead.node.NodeId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.tenancy.AccessScope;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// What one may use on one's own devices, signed, over HTTP.
public final class OfflineRoutes {
    /// What shows people the rest of the tree, and what its nodes may use.
    private static final AccessScope SEES_TREE = AccessScope.of("read:license");

    private static final Param<NodeId> NODE = new Param<>(
            "node",
            "At which node of the workspace, for who may read its licences; at the workspace's own unless told",
            new Param.Kind.Text(30, 30),
            text -> Prefix.NODE
                    .parse(text, NodeId::new)
                    .orElseThrow(() -> BadInput.member("node", "must be a node's id")));

    private final OfflineDocuments documents;
    private final Function<Call, String> issuers;

    /// @param issuers the address of the workspace that a caller is in, as its tokens name it
    public OfflineRoutes(OfflineDocuments documents, Function<Call, String> issuers) {
        this.documents = documents;
        this.issuers = issuers;
    }

    public List<Route> routes() {
        return List.of(Route.get(
                        "/v1/me/devices/{id}/entitlements",
                        "Get what you may use on one of your devices, signed for when it is offline")
                .self("read:user:self")
                .query(NODE)
                .answers(Shape.of(OfflineView.class), this::read));
    }

    /// A signed document.
    ///
    /// @param document a JWS in compact form
    /// @param thumbprint `x5t#S256` of the certificate that it is bound to
    public record OfflineView(
            String document,
            String nodeId,
            String certificateId,
            String thumbprint,
            Instant issuedAt,
            Instant expiresAt) {
        static OfflineView of(Issue.Signed signed) {
            return new OfflineView(
                    signed.text(),
                    signed.node().text(),
                    signed.certificate().id().text(),
                    signed.certificate().thumbprint(),
                    signed.at(),
                    signed.certificate().expiresAt());
        }
    }

    private Reply read(Call call) {
        var wish = new Wish(
                issuers.apply(call),
                new Where(call.caller().tenant(), call.caller().org()),
                new UserId(call.caller().user().orElseThrow()),
                call.id("id", DeviceId::new, Prefix.DEVICE.text()),
                call.find(NODE),
                call.caller().allows(SEES_TREE));
        return switch (documents.issue(wish)) {
            case Issue.Signed signed -> Reply.ok(OfflineView.of(signed));
            case Issue.Uncertified() -> Reply.conflict("the device has no valid certificate; get one first");
            case Issue.NotFound() -> Reply.notFound();
        };
    }
}
