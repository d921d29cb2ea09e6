package dev.keystead.domain;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.WorkspaceRoutes;
import java.util.List;

/// Domains of any workspace over HTTP, for whoever runs the installation.
public final class ReleaseRoutes {
    private final Domains domains;
    private final DomainNotices notices;
    private final AuditLog audit;

    public ReleaseRoutes(Domains domains, DomainNotices notices, AuditLog audit) {
        this.domains = domains;
        this.notices = notices;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/domains/{domain}:release", "Take a proven domain away from the workspace that holds it")
                        .tenant("admin:system")
                        .audits("domain.release")
                        .takesNothing()
                        .answers(Shape.of(ReleasedDomainView.class), this::release));
    }

    /// A domain that anybody can prove again.
    ///
    /// @param workspaceId which workspace held it
    public record ReleasedDomainView(String domain, String workspaceId) {}

    private Reply release(Call call, Transaction transaction) {
        DomainName domain = DomainRoutes.name(call);
        WorkspaceId workspace = domains.holder(transaction, domain).orElseThrow(Refusal::notFound);
        // The entry belongs to the workspace, whose administrators must be able to see who did it.
        Transaction inside = WorkspaceRoutes.inside(transaction, workspace);
        DomainClaim gone = domains.withdraw(inside, domain).orElseThrow(Refusal::notFound);
        audit.write(inside, call, gone.id(), AuditLog.Change.removed(DomainView.of(gone)));
        if (!domains.isLeft(inside)) {
            notices.withdrawn(inside, workspace, gone);
        }
        return Reply.ok(new ReleasedDomainView(domain.text(), workspace.text()));
    }
}
