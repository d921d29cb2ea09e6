package dev.keystead.group;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The groups of a workspace over HTTP.
public final class GroupRoutes {
    private static final String ALL = "/v1/groups";
    private static final String ONE = ALL + "/{id}";

    private final Groups groups;
    private final Answers<Group> answers;

    public GroupRoutes(Groups groups, AuditLog audit) {
        this.groups = groups;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Group::id,
                        Group::version,
                        GroupView::of,
                        group -> ALL + "/" + group.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ALL, "List the groups of the workspace")
                        .tenant("read:group")
                        .answers(Shape.page(GroupView.class), this::list),
                Route.post(ALL, "Make a group")
                        .tenant("write:group")
                        .audits("group.create")
                        .takes(CreateGroup.class)
                        .answers(201, Shape.of(GroupView.class), this::create),
                Route.get(ONE, "Read a group").tenant("read:group").answers(Shape.of(GroupView.class), this::read),
                Route.patch(ONE, "Change what a group is called, and what it is for")
                        .tenant("write:group")
                        .audits("group.update")
                        .versioned()
                        .takes(ChangeGroup.class)
                        .answers(Shape.of(GroupView.class), this::change),
                Route.delete(ONE, "Delete a group that holds no roles; nobody is in it any more")
                        .tenant("write:group")
                        .audits("group.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// The wish for a group.
    public record CreateGroup(
            String name,
            @Nullable String description,
            @Nullable String externalId) {
        public CreateGroup {
            var fields = new Fields();
            name = Wording.name(fields, name);
            description = fields.optional(description, value -> Wording.description(fields, value));
            externalId = fields.optional(externalId, value -> Wording.externalId(fields, value));
            fields.refuseIfAny();
        }

        Groups.Wish wish() {
            return new Groups.Wish(name, Optional.ofNullable(description), Optional.ofNullable(externalId));
        }
    }

    /// A change to a group: absent members stay, a null description or external id is taken away.
    public record ChangeGroup(
            Change<String> name, Change<@Nullable String> description, Change<@Nullable String> externalId) {
        public ChangeGroup {
            var fields = new Fields();
            name = fields.change(name, value -> Wording.name(fields, value));
            description = fields.clearableChange(description, value -> Wording.description(fields, value));
            externalId = fields.clearableChange(externalId, value -> Wording.externalId(fields, value));
            fields.refuseIfAny();
        }

        Group over(Group group) {
            return group.as(
                    name.over(group.name()),
                    Optional.ofNullable(description.over(group.description().orElse(null))),
                    Optional.ofNullable(externalId.over(group.externalId().orElse(null))));
        }
    }

    /// What groups can be called.
    private static final class Wording {
        private static final int LONGEST_KEY = 400;

        private static String name(Fields fields, String value) {
            String name = fields.text("name", value, 1, 120);
            fields.refuseIf(
                    Directory.nameKey(name).length() > LONGEST_KEY,
                    "name",
                    "has signs that stand for many others; write these out");
            return name;
        }

        private static String description(Fields fields, String value) {
            return fields.text("description", value, 1, 500);
        }

        private static String externalId(Fields fields, String value) {
            return fields.text("external_id", value, 1, 200);
        }
    }

    /// A group as clients and the audit trail see it.
    public record GroupView(
            String id,
            String name,
            @Nullable String description,
            @Nullable String externalId,
            int version,
            Instant createdAt,
            Instant updatedAt) {
        public static GroupView of(Group group) {
            return new GroupView(
                    group.id().text(),
                    group.name(),
                    group.description().orElse(null),
                    group.externalId().orElse(null),
                    group.version(),
                    group.createdAt(),
                    group.updatedAt());
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Group> found = groups.list(after, paging.fetch());
        return Reply.ok(page(found, paging));
    }

    static Page<GroupView> page(List<Group> found, Paging paging) {
        return Page.of(found, paging, group -> Cursor.of(group.id().value()), GroupView::of);
    }

    private Reply create(Call call, CreateGroup body, Transaction transaction) {
        return answers.made(call, transaction, groups.create(transaction, body.wish()));
    }

    private Reply read(Call call) {
        return answers.found(groups.find(id(call)));
    }

    private Reply change(Call call, ChangeGroup body, Transaction transaction) {
        return answers.to(call, transaction, groups.change(transaction, id(call), call.ifMatch(), body::over));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(call, transaction, groups.delete(transaction, id(call), call.ifMatch()));
    }

    static GroupId id(Call call) {
        return call.id("id", GroupId::new, Prefix.GROUP.text());
    }
}
