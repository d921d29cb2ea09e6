package dev.keystead.role;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.member.WishedScopes;
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
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The roles of a workspace's own over HTTP.
public final class RoleRoutes {
    private static final String ALL = "/v1/roles";
    private static final String ONE = ALL + "/{id}";
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{1,39}");
    private static final Set<String> BUILT_IN = Set.of("owner", "admin", "editor", "member", "viewer");

    private final CustomRoles roles;
    private final Answers<CustomRole> answers;

    public RoleRoutes(CustomRoles roles, AuditLog audit) {
        this.roles = roles;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        CustomRole::id,
                        CustomRole::version,
                        RoleView::of,
                        role -> ALL + "/" + role.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ALL, "List the roles that the workspace made for itself")
                        .tenant("read:role")
                        .answers(Shape.page(RoleView.class), this::list),
                Route.post(ALL, "Make a role that allows no more than you may do yourself")
                        .tenant("admin:role")
                        .audits("role.create")
                        .takes(CreateRole.class)
                        .answers(201, Shape.of(RoleView.class), this::create),
                Route.get(ONE, "Read a role").tenant("read:role").answers(Shape.of(RoleView.class), this::read),
                Route.patch(ONE, "Change what a role allows, for everybody who holds it")
                        .tenant("admin:role")
                        .audits("role.update")
                        .versioned()
                        .takes(ChangeRole.class)
                        .answers(Shape.of(RoleView.class), this::change),
                Route.delete(ONE, "Delete a role that nobody holds")
                        .tenant("admin:role")
                        .audits("role.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// The wish for a role.
    public record CreateRole(String name, @Nullable String description, List<String> rights) {
        public CreateRole {
            var fields = new Fields();
            name = fields.matching(
                    "name", name, NAME, "must be 2 to 40 of a-z, 0-9 and dashes, beginning with a letter");
            fields.refuseIf(BUILT_IN.contains(name), "name", "is the name of a role that every workspace has");
            description = fields.optional(description, value -> fields.text("description", value, 1, 500));
            rights = RoleRights.checked(fields, "rights", rights);
            fields.refuseIfAny();
        }

        CustomRoles.Wish wish() {
            return new CustomRoles.Wish(name, Optional.ofNullable(description), WishedScopes.rights(rights));
        }
    }

    /// A change to a role: absent members stay, a null description is taken away. The name stays, because
    /// roles in subtenants are given by it.
    public record ChangeRole(Change<@Nullable String> description, Change<List<String>> rights) {
        public ChangeRole {
            var fields = new Fields();
            description = fields.clearableChange(description, value -> fields.text("description", value, 1, 500));
            rights = fields.change(rights, value -> RoleRights.checked(fields, "rights", value));
            fields.refuseIfAny();
        }

        CustomRole over(CustomRole role) {
            return role.as(
                    Optional.ofNullable(description.over(role.description().orElse(null))),
                    WishedScopes.rights(rights.over(texts(role))));
        }
    }

    /// A role as clients and the audit trail see it.
    public record RoleView(
            String id,
            String name,
            @Nullable String description,
            List<String> rights,
            int version,
            Instant createdAt,
            Instant updatedAt) {
        static RoleView of(CustomRole role) {
            return new RoleView(
                    role.id().text(),
                    role.name(),
                    role.description().orElse(null),
                    texts(role),
                    role.version(),
                    role.createdAt(),
                    role.updatedAt());
        }
    }

    private static List<String> texts(CustomRole role) {
        return role.rights().stream().map(AccessScope::text).toList();
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<CustomRole> found = roles.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, role -> Cursor.of(role.id().value()), RoleView::of));
    }

    private Reply create(Call call, CreateRole body, Transaction transaction) {
        return answers.to(call, transaction, roles.create(transaction, body.wish(), call.caller()::allows));
    }

    private Reply read(Call call) {
        return answers.found(roles.find(id(call)));
    }

    private Reply change(Call call, ChangeRole body, Transaction transaction) {
        return answers.to(
                call,
                transaction,
                roles.change(transaction, id(call), call.ifMatch(), body::over, call.caller()::allows));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(call, transaction, roles.delete(transaction, id(call), call.ifMatch()));
    }

    static CustomRoleId id(Call call) {
        return call.id("id", CustomRoleId::new, Prefix.ROLE.text());
    }
}
