package dev.keystead.org;

import dev.keystead.apikey.ApiKeyRoutes.MadeKeyView;
import dev.keystead.apikey.ApiKeys;
import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.UserId;
import dev.keystead.member.Affiliation;
import dev.keystead.member.Members;
import dev.keystead.member.Role;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Org;
import dev.keystead.workspace.OrgId;
import dev.keystead.workspace.Orgs;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.WorkspaceRoutes;
import dev.keystead.workspace.WorkspaceView;
import dev.keystead.workspace.Workspaces;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Organisations over HTTP.
public final class OrgRoutes {
    private static final AccessScope OPERATOR = AccessScope.of("admin:system");
    private static final Param<Boolean> WITH_CONTENT =
            Param.flag("with_content", "Whether to delete it also when it has further workspaces");

    private final Orgs orgs;
    private final Members members;
    private final ApiKeys keys;
    private final AuditLog audit;
    private final Answers<Org> answers;

    public OrgRoutes(Orgs orgs, Members members, ApiKeys keys, AuditLog audit) {
        this.orgs = orgs;
        this.members = members;
        this.keys = keys;
        this.audit = audit;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Org::id,
                        Org::version,
                        OrgView::of,
                        org -> "/v1/orgs/" + org.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/orgs", "Create an organisation with its home workspace; its first key is shown once")
                        .tenant("admin:system")
                        .audits("org.create")
                        .takes(CreateOrg.class)
                        .answers(201, Shape.of(MadeOrgView.class), this::create),
                Route.get("/v1/orgs", "List all organisations of the installation")
                        .tenant("admin:system")
                        .audits("org.read_admin")
                        .answers(Shape.page(OrgView.class), this::list),
                Route.get("/v1/orgs/{id}", "Read the organisation")
                        .org("read:org")
                        .answers(Shape.of(OrgView.class), this::read),
                Route.patch("/v1/orgs/{id}", "Rename the organisation")
                        .org("admin:org")
                        .audits("org.update")
                        .versioned()
                        .takes(RenameOrg.class)
                        .answers(Shape.of(OrgView.class), this::rename),
                Route.post("/v1/orgs/{id}:suspend", "Suspend an organisation: nobody gets into any of its workspaces")
                        .tenant("admin:system")
                        .audits("org.suspend")
                        .takesNothing()
                        .answers(Shape.of(OrgView.class), this::suspend),
                Route.post("/v1/orgs/{id}:activate", "Let people into the workspaces of an organisation again")
                        .tenant("admin:system")
                        .audits("org.activate")
                        .takesNothing()
                        .answers(Shape.of(OrgView.class), this::activate),
                Route.post("/v1/orgs/{id}:restore", "Bring a deleted organisation back, until its erasure begins")
                        .tenant("admin:system")
                        .audits("org.restore")
                        .takesNothing()
                        .answers(Shape.of(OrgView.class), this::restore),
                Route.delete("/v1/orgs/{id}", "Delete an organisation; it is erased after 90 days")
                        .org("admin:org")
                        .audits("org.delete")
                        .query(WITH_CONTENT)
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// The wish for an organisation.
    ///
    /// @param slug of its home workspace
    /// @param ownerId an individual account that becomes the owner; without one, the key alone administers it
    public record CreateOrg(
            String name, String slug, @Nullable String ownerId) {
        public CreateOrg {
            var fields = new Fields();
            name = fields.text("name", name, 1, 200);
            slug = WorkspaceRoutes.checkedSlug(fields, slug);
            fields.refuseIfAny();
        }
    }

    /// A new name.
    public record RenameOrg(String name) {
        public RenameOrg {
            var fields = new Fields();
            name = fields.text("name", name, 1, 200);
            fields.refuseIfAny();
        }
    }

    /// An organisation as clients and the audit trail see it.
    public record OrgView(String id, String name, String status, int version, Instant createdAt, Instant updatedAt) {
        static OrgView of(Org org) {
            return new OrgView(
                    org.id().text(),
                    org.name(),
                    Words.of(org.status()),
                    org.version(),
                    org.createdAt(),
                    org.updatedAt());
        }
    }

    /// A new organisation, with the key that is never shown again.
    public record MadeOrgView(String id, String name, WorkspaceView home, MadeKeyView key) {}

    private Reply create(Call call, CreateOrg body, Transaction transaction) {
        var org = OrgId.make();
        var home = new Workspaces.NewWorkspace(
                WorkspaceId.make(), org, body.slug(), body.name(), Workspace.Kind.ORGANIZATION);
        Transaction inside = transaction.with(Scope.tenant(home.id().value()).and(Scope.org(org.value())));
        Workspace made = orgs.create(inside, body.name(), home);
        String maker = call.caller().actor();
        if (body.ownerId() != null) {
            makeOwner(inside, body.ownerId(), maker);
        }
        List<AccessScope> rights = Role.OWNER.rightsIn(made).stream()
                .sorted(Comparator.comparing(AccessScope::text))
                .toList();
        var wish = new ApiKeys.Wish(Optional.empty(), "First key", rights, Optional.empty());
        ApiKeys.Made key = keys.make(inside, wish, maker);
        var view = new MadeOrgView(org.text(), body.name(), WorkspaceView.of(made), MadeKeyView.of(key));
        // The entry belongs to the new workspace, whose administrators must be able to see how it began.
        audit.write(inside, call, org, AuditLog.Change.made(view.home()));
        return Reply.created("/v1/orgs/" + view.id(), view);
    }

    private void makeOwner(Transaction inside, String ownerId, String maker) {
        UserId owner = Prefix.USER
                .parse(ownerId, UserId::new)
                .orElseThrow(() -> BadInput.member("owner_id", "must be the id of a user"));
        var wish = new Members.Wish(Role.OWNER, Affiliation.STAFF, Optional.empty());
        if (!(members.add(inside, Role.OWNER, owner, wish, maker) instanceof Outcome.Made)) {
            throw BadInput.member("owner_id", "is not an individual account");
        }
    }

    private Reply read(Call call) {
        requireOwn(call);
        return answers.found(orgs.find());
    }

    private Reply rename(Call call, RenameOrg body, Transaction transaction) {
        requireOwn(call);
        return answers.to(call, transaction, orgs.rename(transaction, body.name(), call.ifMatch()));
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Org> found = orgs.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, org -> Cursor.of(org.id().value()), OrgView::of));
    }

    private Reply suspend(Call call, Transaction transaction) {
        return setStatus(call, transaction, Org.Status.SUSPENDED);
    }

    private Reply activate(Call call, Transaction transaction) {
        return setStatus(call, transaction, Org.Status.ACTIVE);
    }

    private Reply setStatus(Call call, Transaction transaction, Org.Status status) {
        Transaction inside = atHome(transaction, id(call));
        return answers.to(call, inside, orgs.setStatus(inside, status));
    }

    /// Whoever administers an organisation deletes their own; an operator deletes any.
    private Reply delete(Call call, Transaction transaction) {
        if (!call.caller().allows(OPERATOR)) {
            requireOwn(call);
        }
        Transaction inside = atHome(transaction, id(call));
        return answers.to(
                call, inside, orgs.delete(inside, call.find(WITH_CONTENT).orElse(false), call.ifMatch()));
    }

    private Reply restore(Call call, Transaction transaction) {
        Transaction inside = transaction.with(Scope.org(id(call).value()));
        return switch (orgs.restore(inside)) {
            // It was there before: whoever reads the trail finds what came back, and the caller no new address.
            case Outcome.Made<Org>(Org back) -> {
                OrgView view = OrgView.of(back);
                audit.write(atHome(inside, back.id()), call, back.id(), AuditLog.Change.made(view));
                yield Reply.ok(view).withVersion(back.version());
            }
            case Outcome<Org> refused -> answers.to(call, inside, refused);
        };
    }

    /// The entry belongs to the organisation, whose administrators must be able to see it.
    private Transaction atHome(Transaction transaction, OrgId org) {
        Transaction inside = transaction.with(Scope.org(org.value()));
        return orgs.home(inside)
                .map(home -> WorkspaceRoutes.inside(inside, home))
                .orElseThrow(Refusal::notFound);
    }

    private static void requireOwn(Call call) {
        if (!id(call).value().equals(call.caller().org())) {
            throw Refusal.notFound();
        }
    }

    private static OrgId id(Call call) {
        return call.id("id", OrgId::new, Prefix.ORG.text());
    }
}
