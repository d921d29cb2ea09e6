package dev.keystead.server;

import dev.keystead.audit.AuditLog;
import dev.keystead.device.DeviceEndings;
import dev.keystead.device.DeviceRoutes;
import dev.keystead.device.Devices;
import dev.keystead.device.authority.AuthorityRotation;
import dev.keystead.device.authority.AuthorityRoutes;
import dev.keystead.device.authority.CertificateAuthorities;
import dev.keystead.device.authority.CertificateEndings;
import dev.keystead.device.authority.CertificateRoutes;
import dev.keystead.device.authority.Certificates;
import dev.keystead.directory.Directory;
import dev.keystead.event.Consumer;
import dev.keystead.job.Job;
import dev.keystead.key.Engine;
import dev.keystead.login.Door;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.DeviceConfig;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.PublicAddress;
import dev.keystead.platform.http.Route;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// Devices of people, their certificates, and the authorities that sign them.
final class DeviceWiring {
    private final Devices devices;
    private final Certificates certificates;
    private final AuthorityRotation rotation;
    private final List<Route> routes;

    /// What stands below.
    record Ground(
            Storage storage,
            SharedCaches caches,
            MasterKey master,
            AuditLog audit,
            Workspaces workspaces,
            Directory directory,
            PublicAddress address,
            DeviceConfig config,
            Clock clock) {
        /// The address of a workspace; of one that is gone, the installation's.
        private String addressOf(UUID tenant) {
            return address.get()
                    + workspaces
                            .standing(new WorkspaceId(tenant))
                            .map(Door::prefixOf)
                            .orElse("");
        }

        private CertificateAuthorities authorities(Clock time) {
            return new CertificateAuthorities(new CertificateAuthorities.Parts(
                    storage.app(), caches, master, Engine.ofThisProcess(), this::addressOf, audit, config, time));
        }
    }

    DeviceWiring(Ground ground) {
        Clock clock = ground.clock();
        this.devices = new Devices(ground.storage().app(), ground.caches(), Engine.ofThisProcess(), clock);
        CertificateAuthorities authorities = ground.authorities(clock);
        this.certificates =
                new Certificates(ground.storage().app(), ground.caches(), authorities, devices, ground.config(), clock);
        // What is rotated and removed is told by the database's time: a node with a wrong clock does nothing early.
        Clock time = ground.storage().clock();
        this.rotation = new AuthorityRotation(
                ground.authorities(time),
                ground.storage().app(),
                ground.storage().worker(),
                ground.audit(),
                ground.config(),
                time);
        this.routes = Stream.of(
                        new DeviceRoutes(devices, ground.directory(), ground.audit(), clock).routes(),
                        new CertificateRoutes(certificates, ground.audit(), clock).routes(),
                        new AuthorityRoutes(authorities, ground.workspaces(), ground.audit()).routes())
                .flatMap(List::stream)
                .toList();
    }

    Devices devices() {
        return devices;
    }

    Certificates certificates() {
        return certificates;
    }

    List<Route> routes() {
        return routes;
    }

    Job job() {
        return rotation.job();
    }

    /// What follows when people go.
    static List<Consumer> consumers() {
        return List.of(DeviceEndings.consumer(), CertificateEndings.consumer());
    }
}
