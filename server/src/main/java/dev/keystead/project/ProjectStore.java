package dev.keystead.project;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on projects. Deleted projects are seen by none of them.
///
/// What is about one project runs along the project axis, where another project of the same workspace is as far away
/// as one of another workspace. The deleted are told by their status, so that the primary key is always the better
/// index.
final class ProjectStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command PROJECT_INSERT = Command.tenant("project.project.insert", """
            insert into identity.projects
                (id, slug, name, description, status, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, 1, ?, ?, ?)""")
            .onConflict("a project of this workspace has this slug already");

    static final Query<Project> PROJECT_LIST = Query.tenant("project.project.list", """
            select id, slug, name, description, status, version, created_at, updated_at
            from identity.projects
            where id > ?
              and status <> 'deleted'
              and tenant_id = ?
            order by id
            limit ?""", ProjectStore::project);

    static final Query<Project> PROJECT_FIND = Query.project("project.project.find", """
            select id, slug, name, description, status, version, created_at, updated_at
            from identity.projects
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?
              and project_id = ?""", ProjectStore::project);

    static final Query<Project> PROJECT_LOCK = Query.project("project.project.lock", """
            select id, slug, name, description, status, version, created_at, updated_at
            from identity.projects
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?
              and project_id = ?
            for no key update""", ProjectStore::project);

    static final Query<Project> PROJECT_UPDATE = Query.project("project.project.update", """
            update identity.projects
            set name = ?, description = ?, status = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?
              and project_id = ?
            returning id, slug, name, description, status, version, created_at, updated_at""", ProjectStore::project);

    static final Command PROJECT_DELETE = Command.project("project.project.delete", """
            update identity.projects
            set deleted_from = status, status = 'deleted', deleted_at = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?
              and project_id = ?""");

    /// As it was. Where nobody noted what that is, it comes back archived, for somebody to look at it.
    static final Query<Project> PROJECT_RESTORE = Query.project("project.project.restore", """
            update identity.projects
            set status = coalesce(deleted_from, 'archived'), deleted_from = null, deleted_at = null,
                version = version + 1, updated_at = ?
            where id = ?
              and status = 'deleted'
              and tenant_id = ?
              and project_id = ?
            returning id, slug, name, description, status, version, created_at, updated_at""", ProjectStore::project)
            .onConflict("another project of this workspace has this slug now");

    static final Command PROJECT_PURGE = Command.crossTenant(
            "project.project.purge", "deleted projects of all workspaces are removed together", """
            delete from identity.projects
            where (tenant_id, id) in (
                select tenant_id, id
                from identity.projects
                where deleted_at < cast(? as timestamptz) - interval '90 days'
                limit ?)""");

    private final Database database;

    ProjectStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, Project project) {
        transaction.update(
                PROJECT_INSERT,
                p -> p.id(project.id())
                        .text(project.slug())
                        .text(project.name())
                        .text(project.description().orElse(null))
                        .text(Words.of(project.status()))
                        .instant(project.createdAt())
                        .instant(project.updatedAt()));
    }

    List<Project> list(Optional<UUID> after, int limit) {
        return database.list(
                PROJECT_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<Project> find(ProjectId id) {
        return database.find(PROJECT_FIND, p -> p.id(id).scope(Axis.TENANT));
    }

    Optional<Project> findForUpdate(Transaction transaction, ProjectId id) {
        return transaction.find(PROJECT_LOCK, p -> p.id(id).scope(Axis.TENANT));
    }

    Optional<Project> update(Transaction transaction, Project project, Instant at) {
        return transaction.find(
                PROJECT_UPDATE,
                p -> p.text(project.name())
                        .text(project.description().orElse(null))
                        .text(Words.of(project.status()))
                        .instant(at)
                        .id(project.id())
                        .scope(Axis.TENANT));
    }

    void delete(Transaction transaction, ProjectId id, Instant at) {
        transaction.update(PROJECT_DELETE, p -> p.instant(at).instant(at).id(id).scope(Axis.TENANT));
    }

    Optional<Project> restore(Transaction transaction, ProjectId id, Instant at) {
        return transaction.find(PROJECT_RESTORE, p -> p.instant(at).id(id).scope(Axis.TENANT));
    }

    private static Project project(Row row) {
        return new Project(
                new ProjectId(row.uuid("id")),
                row.text("slug"),
                row.text("name"),
                row.findText("description"),
                Words.parse(Project.Status.class, row.text("status")),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
