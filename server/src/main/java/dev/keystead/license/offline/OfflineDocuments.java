package dev.keystead.license.offline;

import dev.keystead.device.Device;
import dev.keystead.device.DeviceId;
import dev.keystead.device.Devices;
import dev.keystead.device.authority.Certificate;
import dev.keystead.device.authority.Certificates;
import dev.keystead.directory.UserId;
import dev.keystead.key.Algorithm;
import dev.keystead.key.KeyRing;
import dev.keystead.license.assignment.When;
import dev.keystead.license.entitlement.Entitlements;
import dev.keystead.license.entitlement.Entitlements.Where;
import dev.keystead.license.entitlement.Lasting;
import dev.keystead.node.NodeId;
import dev.keystead.node.Nodes;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Signs what people may use, for their devices to show where we cannot be asked.
public final class OfflineDocuments {
    /// The header `typ`: no token of ours has it, and none is accepted with it.
    public static final String TYPE = "entitlements+jwt";

    private final Entitlements entitlements;
    private final Nodes nodes;
    private final Devices devices;
    private final Certificates certificates;
    private final KeyRing keys;
    private final Clock clock;

    public OfflineDocuments(
            Entitlements entitlements,
            Nodes nodes,
            Devices devices,
            Certificates certificates,
            KeyRing keys,
            Clock clock) {
        this.entitlements = entitlements;
        this.nodes = nodes;
        this.devices = devices;
        this.certificates = certificates;
        this.keys = keys;
        this.clock = clock;
    }

    /// The wish for a document.
    ///
    /// @param node the workspace's own unless told
    /// @param seesTree whether the person may see other nodes than the workspace's own
    record Wish(String issuer, Where where, UserId user, DeviceId device, Optional<NodeId> node, boolean seesTree) {}

    /// What became of it.
    sealed interface Issue {
        record Signed(String text, NodeId node, Certificate certificate, Instant at) implements Issue {}

        /// The device is not certified, or not any more.
        record Uncertified() implements Issue {}

        /// There is no such device of this person, or no such node in the workspace that they may see.
        record NotFound() implements Issue {}
    }

    /// Opens connections of its own: not for the inside of a transaction. The workspace is in scope.
    Issue issue(Wish wish) {
        Optional<Device> device = devices.find(wish.user(), wish.device());
        if (device.isEmpty()) {
            return new Issue.NotFound();
        }
        Optional<Certificate> certificate = certificates.current(wish.device());
        if (certificate.isEmpty()) {
            return new Issue.Uncertified();
        }
        Instant until = certificate.get().expiresAt();
        When now = When.now(clock);
        return place(wish)
                .flatMap(at -> entitlements
                        .lasting(wish.where(), at, wish.user().value(), now, until)
                        .map(lasting -> sign(wish, at, certificate.get(), now.at(), lasting)))
                .orElseGet(Issue.NotFound::new);
    }

    /// The workspace's own node is everybody's who is of it, as the claim `ent` is. Of the others a document tells what
    /// reading their entitlements would tell, and is for whoever may do that.
    private Optional<NodeId> place(Wish wish) {
        return wish.node().isPresent() && wish.seesTree()
                ? wish.node()
                : nodes.topOf(wish.where().tenant())
                        .filter(top -> wish.node().map(top::equals).orElse(true));
    }

    private Issue sign(Wish wish, NodeId node, Certificate certificate, Instant now, List<Lasting> lasting) {
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", wish.issuer());
        claims.put("sub", wish.user().text());
        claims.put("device_id", wish.device().text());
        claims.put("node_id", node.text());
        claims.put("cnf", Map.of("x5t#S256", certificate.thumbprint()));
        claims.put("ent", lasting.stream().map(OfflineDocuments::claim).toList());
        claims.put("iat", now.getEpochSecond());
        claims.put("exp", certificate.expiresAt().getEpochSecond());
        String text = keys.sign(new WorkspaceId(wish.where().tenant()), Algorithm.ES256, TYPE, claims);
        return new Issue.Signed(text, node, certificate, now);
    }

    private static Map<String, Object> claim(Lasting lasting) {
        var claim = new LinkedHashMap<String, Object>();
        claim.put("module", lasting.module());
        claim.put("exp", lasting.until().getEpochSecond());
        return claim;
    }
}
