package dev.keystead.server;

import dev.keystead.domain.DomainChecks;
import dev.keystead.domain.DomainLinks;
import dev.keystead.domain.DomainMail;
import dev.keystead.domain.DomainNotices;
import dev.keystead.domain.DomainRoutes;
import dev.keystead.domain.Domains;
import dev.keystead.domain.ProofFile;
import dev.keystead.domain.Proofs;
import dev.keystead.domain.ReleaseRoutes;
import dev.keystead.domain.TextRecords;
import dev.keystead.domain.Unclaimable;
import dev.keystead.job.Job;
import dev.keystead.member.OwnersMail;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.HttpConfig;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.signup.DomainProofRoutes;
import dev.keystead.signup.SignUpPages;
import dev.keystead.tenancy.Database;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/// Domains of workspaces: how they are claimed and proven, and who looks after them.
final class DomainWiring implements AutoCloseable {
    private final Outbound outbound;
    private final DomainChecks checks;
    private final List<Route> routes;

    DomainWiring(DoorWiring.Ground ground, DoorWiring door, Config config) {
        Database database = ground.storage().app();
        var mail = new OwnersMail(
                ground.members(),
                ground.directory(),
                ground.workspaces(),
                ground.mails(),
                ground.texts(),
                ground.clock());
        var notices = new DomainNotices(ground.audit(), mail);
        var domains =
                new Domains(database, ground.owners(), ground.workspaces(), notices, ground.master(), ground.clock());
        this.outbound = new Outbound(config.outbound(), ProofFile.LIMITS);
        var proofs = new Proofs(new TextRecords(config.dnsServers()), new ProofFile(outbound));
        this.checks = new DomainChecks(
                domains,
                notices,
                proofs,
                database,
                ground.storage().worker(),
                ground.storage().clock());
        var pages = new SignUpPages(ground.pages(), door.signInPages(), ground.policies());
        this.routes = Stream.of(
                        new DomainRoutes(
                                        domains,
                                        proofs,
                                        new DomainMail(domains, door.lockouts(), ground.mails(), ground.clock()),
                                        unclaimable(config),
                                        ground.workspaces(),
                                        door.door()::addressOf,
                                        ground.audit())
                                .routes(),
                        new ReleaseRoutes(domains, notices, ground.audit()).routes(),
                        new DomainProofRoutes(door.door(), new DomainLinks(database, domains, ground.audit()), pages)
                                .routes())
                .flatMap(List::stream)
                .toList();
    }

    private static Unclaimable unclaimable(Config config) {
        HttpConfig http = config.http();
        String host = Objects.requireNonNullElse(http.publicUrl(http.port()).getHost(), "");
        return new Unclaimable(config.accountDomain(), host.toLowerCase(Locale.ROOT), http.workspaceDomain());
    }

    List<Route> routes() {
        return routes;
    }

    Job job() {
        return checks.job();
    }

    @Override
    public void close() {
        outbound.close();
    }
}
