package dev.keystead.server;

import static java.util.Map.entry;

import dev.keystead.account.OwnDeviceRoutes;
import dev.keystead.device.HeldDevice;
import dev.keystead.device.authority.CertificateRoutes;
import dev.keystead.directory.UserId;
import dev.keystead.oauth.HolderKey;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Sound requests about devices.
public final class DeviceSamples {
    private static final String PROOF = "\"nonce\":\"%s\",\"signature\":\"AAAA\"".formatted("A".repeat(43));

    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            entry(OwnDeviceRoutes.RegisterDevice.class, _ -> HeldDevice.wish(HolderKey.of("ES256"))),
            entry(OwnDeviceRoutes.RenameDevice.class, _ -> "{\"name\":\"Renamed %s\"}".formatted(UuidV7.next())),
            entry(OwnDeviceRoutes.VerifyDevice.class, _ -> "{" + PROOF + "}"),
            entry(OwnDeviceRoutes.CertifyDevice.class, _ -> "{\"csr\":\"x\"," + PROOF + "}"),
            entry(CertificateRoutes.RevokeCertificate.class, _ -> "{\"reason\":\"superseded\"}"));

    static final Map<String, Function<Targets.Caller, Targets.Target>> TARGETS = Map.of(
            "device.revoke",
            caller -> {
                String user = caller.makeUser().resource();
                String device = device(caller, user).id();
                return new Targets.Target(List.of(user, device), device, caller.client());
            },
            "binding_certificate.revoke",
            caller -> caller.target(certificate(caller).id()),
            "certificate_authority.rotate",
            caller -> caller.target(
                    certificate(caller).json().path("authority_id").asString()));

    private DeviceSamples() {}

    /// A trusted device of a user of a workspace.
    public static HeldDevice device(TestServer server, WorkspaceId workspace, UserId user) {
        return HeldDevice.trusted(
                Insider.enter(server, workspace, "sample", user).api(), "ES256");
    }

    private static HeldDevice device(Targets.Caller caller, String user) {
        var workspace = Prefix.WORKSPACE
                .parse(caller.ownWorkspace().resource(), WorkspaceId::new)
                .orElseThrow();
        return device(
                caller.server(), workspace, Prefix.USER.parse(user, UserId::new).orElseThrow());
    }

    private static Answer certificate(Targets.Caller caller) {
        return device(caller, caller.makeUser().resource()).certified();
    }
}
