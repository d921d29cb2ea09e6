package dev.keystead.server;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.job.Job;
import dev.keystead.job.Sweep;
import dev.keystead.key.KeyRing;
import dev.keystead.license.assignment.LicenseHistory;
import dev.keystead.license.assignment.LicenseLife;
import dev.keystead.license.assignment.LicenseMarks;
import dev.keystead.license.assignment.LicenseRoutes;
import dev.keystead.license.assignment.Licenses;
import dev.keystead.license.assignment.LifeRoutes;
import dev.keystead.license.assignment.OldChanges;
import dev.keystead.license.assignment.Places;
import dev.keystead.license.catalogue.BundleRoutes;
import dev.keystead.license.catalogue.Catalogue;
import dev.keystead.license.catalogue.ModuleRoutes;
import dev.keystead.license.ending.LicenseEndings;
import dev.keystead.license.entitlement.EntitlementRoutes;
import dev.keystead.license.entitlement.EntitlementTree;
import dev.keystead.license.entitlement.Entitlements;
import dev.keystead.license.entitlement.Preview;
import dev.keystead.license.entitlement.PreviewRoutes;
import dev.keystead.license.entitlement.TreeRoutes;
import dev.keystead.license.offline.OfflineDocuments;
import dev.keystead.license.offline.OfflineRoutes;
import dev.keystead.license.usage.Seats;
import dev.keystead.license.usage.Usage;
import dev.keystead.license.usage.UsageRoutes;
import dev.keystead.login.Door;
import dev.keystead.member.Members;
import dev.keystead.member.OwnersMail;
import dev.keystead.node.Nodes;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.PublicAddress;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Route;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

/// What may be used where: the catalogue, licences, and what comes of them.
final class LicenseWiring {
    private final Storage storage;
    private final Catalogue catalogue;
    private final Licenses licenses;
    private final LicenseLife life;
    private final LicenseHistory history;
    private final Usage usage;
    private final Seats seats;
    private final Entitlements entitlements;
    private final Nodes nodes;
    private final Workspaces workspaces;
    private final AuditLog audit;
    private final Clock clock;

    LicenseWiring(
            Storage storage,
            PlaceWiring ground,
            Directory directory,
            Members members,
            SharedCaches caches,
            AuditLog audit,
            Clock clock) {
        this.storage = storage;
        this.clock = clock;
        this.catalogue =
                new Catalogue(storage.app(), storage.worker(), caches, Reserved.SYSTEM_WORKSPACE.value(), clock);
        var marks = new LicenseMarks(caches);
        var places = new Places(ground.nodes(), ground.workspaces());
        this.licenses = new Licenses(storage.app(), marks, catalogue, places, clock);
        this.life = new LicenseLife(storage.app(), marks, clock);
        this.history = new LicenseHistory(storage.app(), clock);
        this.usage = new Usage(storage.app(), licenses, marks, clock);
        this.seats = new Seats(storage.app(), licenses, directory, members, clock);
        members.onEnd(seats::leave);
        this.entitlements = new Entitlements(storage.app(), caches, catalogue, marks, ground.nodes(), clock);
        this.nodes = ground.nodes();
        this.workspaces = ground.workspaces();
        this.audit = audit;
    }

    Entitlements entitlements() {
        return entitlements;
    }

    /// What a workspace may use today, for its tokens.
    TokenMint.Entitled codes() {
        return workspace -> workspaces
                .standing(new WorkspaceId(workspace))
                .map(place -> entitlements.codesOf(
                        new Entitlements.Where(workspace, place.org().value()), LocalDate.now(clock)))
                .orElse(List.of());
    }

    LicenseHistory history() {
        return history;
    }

    /// What ends licences by itself, and what takes their old changes away.
    ///
    /// @param mail tells administrators
    List<Job> jobs(OwnersMail mail, Job archive) {
        var endings = new LicenseEndings(storage.app(), storage.worker(), life, mail, audit, storage.clock());
        nodes.onRemove(endings::nodeRemoved);
        return List.of(endings.job(), archive);
    }

    static List<Sweep.Expiring> expiring() {
        return List.of(Usage.expiring());
    }

    /// What people may use on devices that are offline.
    private List<Route> offline(DeviceWiring devices, KeyRing keys, PublicAddress address) {
        var documents =
                new OfflineDocuments(entitlements, nodes, devices.devices(), devices.certificates(), keys, clock);
        return new OfflineRoutes(documents, call -> issuer(call, address)).routes();
    }

    /// The issuer of the workspace that somebody is in: a host of its own that they asked, or else its usual address.
    private String issuer(Call call, PublicAddress address) {
        Workspace workspace =
                workspaces.standing(new WorkspaceId(call.caller().tenant())).orElseThrow(Refusal::notFound);
        return call.prefixOf(workspace.slug()).isEmpty()
                ? call.issuer().toString()
                : address.get() + Door.prefixOf(workspace);
    }

    /// @param old where changes are that the database has no more
    List<Route> routes(OldChanges old, DeviceWiring devices, KeyRing keys, PublicAddress address) {
        var answers = new EntitlementRoutes(entitlements, clock);
        return Stream.of(
                        new ModuleRoutes(catalogue, audit).routes(),
                        new BundleRoutes(catalogue, audit).routes(),
                        new LicenseRoutes(licenses, catalogue, audit, clock).routes(),
                        new LifeRoutes(licenses, life, history, old, audit).routes(),
                        new UsageRoutes(licenses, usage, seats, audit).routes(),
                        answers.routes(),
                        offline(devices, keys, address),
                        new TreeRoutes(new EntitlementTree(entitlements, nodes, workspaces), answers).routes(),
                        new PreviewRoutes(new Preview(entitlements, licenses, nodes), answers, clock).routes())
                .flatMap(List::stream)
                .toList();
    }
}
