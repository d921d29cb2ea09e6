package dev.keystead.workspace;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Workspaces over HTTP in v1's shape, for clients that know them as tenants.
public final class TenantRoutes {
    private static final int MOST_SETTINGS_KIBIBYTES = 16;
    private static final Pattern DOMAIN =
            Pattern.compile("(?=.{4,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+");

    private final Tenants tenants;
    private final Answers<Tenant> answers;

    public TenantRoutes(Tenants tenants, AuditLog audit) {
        this.tenants = tenants;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Tenant::id,
                        Tenant::version,
                        TenantView::of,
                        tenant -> "/v1/admin/tenants/" + tenant.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/admin/tenants", "List the workspaces of the organisation, as in v1")
                        .org("read:org")
                        .answers(Shape.page(TenantView.class), this::list),
                Route.post("/v1/admin/tenants", "Create a workspace in the organisation, as in v1")
                        .org("write:org")
                        .audits("workspace.create")
                        .takes(CreateTenant.class)
                        .answers(201, Shape.of(TenantView.class), this::create),
                Route.get("/v1/admin/tenants/{id}", "Read a workspace, as in v1")
                        .org("read:org")
                        .answers(Shape.of(TenantView.class), this::read),
                Route.patch("/v1/admin/tenants/{id}", "Change, suspend or activate a workspace, as in v1")
                        .org("admin:org")
                        .audits("workspace.update")
                        .versioned()
                        .takes(ChangeTenant.class)
                        .answers(Shape.of(TenantView.class), this::update));
    }

    /// The wish for a new tenant.
    public record CreateTenant(
            String slug,
            String name,
            @Nullable String domain,
            @Nullable String logoUrl,
            @Nullable JsonNode settings) {
        public CreateTenant {
            var fields = new Fields();
            slug = WorkspaceRoutes.checkedSlug(fields, slug);
            name = fields.text("name", name, 1, 200);
            domain = fields.optional(domain, value -> checkedDomain(fields, value));
            logoUrl = fields.optional(logoUrl, value -> checkedLogo(fields, value));
            settings = fields.optional(settings, value -> fields.object("settings", value, MOST_SETTINGS_KIBIBYTES));
            fields.refuseIfAny();
        }

        Tenant describe(Tenant tenant) {
            return new Tenant(
                    tenant.id(),
                    tenant.slug(),
                    tenant.name(),
                    Optional.ofNullable(domain),
                    Optional.ofNullable(logoUrl),
                    settings == null ? tenant.settings() : settings,
                    tenant.status(),
                    tenant.version(),
                    tenant.createdAt(),
                    tenant.updatedAt());
        }
    }

    /// A change to a tenant: absent members stay, a null domain or logo is taken away.
    public record ChangeTenant(
            Change<String> name,
            Change<@Nullable String> domain,
            Change<@Nullable String> logoUrl,
            Change<JsonNode> settings,
            Change<Workspace.Status> status) {
        public ChangeTenant {
            var fields = new Fields();
            name = fields.change(name, value -> fields.text("name", value, 1, 200));
            domain = fields.clearableChange(domain, value -> checkedDomain(fields, value));
            logoUrl = fields.clearableChange(logoUrl, value -> checkedLogo(fields, value));
            settings = fields.change(settings, value -> fields.object("settings", value, MOST_SETTINGS_KIBIBYTES));
            fields.refuseIfAny();
        }

        Tenant over(Tenant tenant) {
            return new Tenant(
                    tenant.id(),
                    tenant.slug(),
                    name.over(tenant.name()),
                    Optional.ofNullable(domain.over(tenant.domain().orElse(null))),
                    Optional.ofNullable(logoUrl.over(tenant.logoUrl().orElse(null))),
                    settings.over(tenant.settings()),
                    status.over(tenant.status()),
                    tenant.version(),
                    tenant.createdAt(),
                    tenant.updatedAt());
        }
    }

    private static String checkedDomain(Fields fields, String value) {
        return fields.matching("domain", value, DOMAIN, "must be a host name in lower case such as id.example.org");
    }

    private static String checkedLogo(Fields fields, String value) {
        return fields.https("logo_url", value);
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Tenant> found = tenants.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, tenant -> Cursor.of(tenant.id().value()), TenantView::of));
    }

    private Reply create(Call call, CreateTenant body, Transaction transaction) {
        var org = new OrgId(call.caller().org());
        Tenant made = tenants.create(transaction, org, body.slug(), body.name(), body::describe);
        return answers.made(call, WorkspaceRoutes.inside(transaction, made.id()), made);
    }

    private Reply read(Call call) {
        return answers.found(tenants.find(id(call)));
    }

    private Reply update(Call call, ChangeTenant body, Transaction transaction) {
        Outcome<Tenant> outcome = tenants.change(transaction, id(call), call.ifMatch(), body::over);
        return answers.to(call, WorkspaceRoutes.inside(transaction, id(call)), outcome);
    }

    private static WorkspaceId id(Call call) {
        return call.id("id", WorkspaceId::new, Prefix.WORKSPACE.text());
    }
}
