package dev.keystead.tenancywall;

import dev.keystead.device.DeviceId;
import dev.keystead.device.HeldDevice;
import dev.keystead.device.authority.AuthorityId;
import dev.keystead.device.authority.CertificateId;
import dev.keystead.directory.UserId;
import dev.keystead.server.DeviceSamples;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.ResourceKind;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;
import java.util.UUID;

/// Devices of a party's owner, for the tenancy contract, with what makes them known to others.
final class DeviceKinds {
    private DeviceKinds() {}

    static ResourceKind devices(TestServer server) {
        return new ResourceKind(
                party -> device(server, party).id(), () -> DeviceId.make().text());
    }

    static ResourceKind certificates(TestServer server) {
        return new ResourceKind(
                party -> device(server, party).certified().id(),
                () -> CertificateId.make().text());
    }

    static ResourceKind authorities(TestServer server) {
        return new ResourceKind(
                party -> device(server, party)
                        .certified()
                        .json()
                        .path("authority_id")
                        .asString(),
                () -> AuthorityId.make().text());
    }

    private static HeldDevice device(TestServer server, Party party) {
        // There may be no more than so many.
        server.execute(
                "update identity.devices set revoked_at = now() where user_id = '%s'".formatted(id(party, Axis.USER)));
        return DeviceSamples.device(server, new WorkspaceId(id(party, Axis.TENANT)), new UserId(id(party, Axis.USER)));
    }

    private static UUID id(Party party, Axis axis) {
        return Optional.ofNullable(party.ids().get(axis)).orElseThrow();
    }
}
