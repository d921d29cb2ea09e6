package dev.keystead.license.assignment;

import dev.keystead.license.assignment.License.Limits;
import dev.keystead.license.assignment.License.Reach;
import dev.keystead.license.assignment.License.Status;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.catalogue.LicenseRefusal;
import dev.keystead.license.catalogue.ModuleId;
import dev.keystead.node.NodeId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on licences.
final class LicenseStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String AFTER_ALL_CODES = "~";
    private static final String TAKEN =
            "this node has a licence of this module already; change that one, or terminate it";

    static final Command LICENSE_INSERT =
            Command.tenant("license.license.insert", """
            insert into licensing.license_assignments
                (id, org_id, module_id, node_id, for_org, status, scope, effective_from, effective_to, converts, seats,
                 usage_cap, expires_at, assigned_by, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?::date, ?::date, ?,
                ?::integer, ?::bigint, ?, ?, 1, ?, ?, ?)""").onConflict(TAKEN, LicenseRefusal.PLACE_TAKEN);

    static final Query<License> LICENSE_FIND = Query.tenant("license.license.find", """
            select a.id, a.tenant_id, a.org_id, m.code, a.node_id, a.for_org, a.status, a.scope,
                a.effective_from::text as effective_from, a.effective_to::text as effective_to, a.converts, a.seats,
                a.usage_cap, a.expires_at, a.assigned_by, a.version, a.created_at, a.updated_at
            from licensing.license_assignments a
            join licensing.modules m on m.id = a.module_id
            where a.id = ?
              and a.tenant_id = ?""", LicenseStore::license);

    static final Query<License> LICENSE_LOCK = Query.tenant("license.license.lock", """
            select a.id, a.tenant_id, a.org_id, m.code, a.node_id, a.for_org, a.status, a.scope,
                a.effective_from::text as effective_from, a.effective_to::text as effective_to, a.converts, a.seats,
                a.usage_cap, a.expires_at, a.assigned_by, a.version, a.created_at, a.updated_at
            from licensing.license_assignments a
            join licensing.modules m on m.id = a.module_id
            where a.id = ?
              and a.tenant_id = ?
            for no key update of a""", LicenseStore::license);

    /// One that the organisation in scope gave to all of its workspaces.
    static final Query<License> LICENSE_FIND_BY_ORG =
            Query.org("license.license.find-by-org", """
            select a.id, a.tenant_id, a.org_id, m.code, a.node_id, a.for_org, a.status, a.scope,
                a.effective_from::text as effective_from, a.effective_to::text as effective_to, a.converts, a.seats,
                a.usage_cap, a.expires_at, a.assigned_by, a.version, a.created_at, a.updated_at
            from licensing.license_assignments a
            join licensing.modules m on m.id = a.module_id
            where a.id = ?
              and a.for_org
              and a.org_id = ?""", LicenseStore::license);

    static final Query<License> LICENSE_LIST = Query.tenant("license.license.list", """
            select a.id, a.tenant_id, a.org_id, m.code, a.node_id, a.for_org, a.status, a.scope,
                a.effective_from::text as effective_from, a.effective_to::text as effective_to, a.converts, a.seats,
                a.usage_cap, a.expires_at, a.assigned_by, a.version, a.created_at, a.updated_at
            from licensing.license_assignments a
            join licensing.modules m on m.id = a.module_id
            where a.id > ?
              and a.status = any (?)
              and a.tenant_id = ?
            order by a.id
            limit ?""", LicenseStore::license);

    static final Query<License> LICENSE_LIST_BY_NODE =
            Query.tenant("license.license.list-by-node", """
            select a.id, a.tenant_id, a.org_id, m.code, a.node_id, a.for_org, a.status, a.scope,
                a.effective_from::text as effective_from, a.effective_to::text as effective_to, a.converts, a.seats,
                a.usage_cap, a.expires_at, a.assigned_by, a.version, a.created_at, a.updated_at
            from licensing.license_assignments a
            join licensing.modules m on m.id = a.module_id
            where a.node_id = ?
              and m.code between ? and ?
              and a.id > ?
              and a.status = any (?)
              and a.tenant_id = ?
            order by a.id
            limit ?""", LicenseStore::license);

    static final Query<License> LICENSE_LIST_BY_MODULE =
            Query.tenant("license.license.list-by-module", """
            select a.id, a.tenant_id, a.org_id, m.code, a.node_id, a.for_org, a.status, a.scope,
                a.effective_from::text as effective_from, a.effective_to::text as effective_to, a.converts, a.seats,
                a.usage_cap, a.expires_at, a.assigned_by, a.version, a.created_at, a.updated_at
            from licensing.license_assignments a
            join licensing.modules m on m.id = a.module_id
            where a.module_id = (select id from licensing.modules where code = ?)
              and a.id > ?
              and a.status = any (?)
              and a.tenant_id = ?
            order by a.id
            limit ?""", LicenseStore::license);

    static final Command LICENSE_UPDATE =
            Command.tenant("license.license.update", """
            update licensing.license_assignments
            set node_id = ?, for_org = ?, status = ?, scope = ?, effective_from = ?::date, effective_to = ?::date,
                converts = ?, seats = ?::integer, usage_cap = ?::bigint, expires_at = ?,
                noticed_days = case when ? then noticed_days end, version = version + 1, updated_at = ?
            where id = ?
              and tenant_id = ?""").onConflict(TAKEN, LicenseRefusal.PLACE_TAKEN);

    static final Query<LicenseId> LICENSE_LIVE_ON_NODE =
            Query.tenant("license.license.live-on-node", """
            select id
            from licensing.license_assignments
            where node_id = ?
              and status <> 'terminated'
              and tenant_id = ?""", row -> new LicenseId(row.uuid("id")));

    /// Notes the notice of a number of days before the end, unless it, or one nearer to the end, was sent.
    static final Command NOTICE_NOTE = Command.tenant("license.license.note-notice", """
            update licensing.license_assignments
            set noticed_days = ?
            where id = ?
              and (noticed_days is null or noticed_days > ?)
              and tenant_id = ?""");

    static final Query<Integer> SEAT_COUNT = Query.org("license.license.count-seats", """
            select cast(count(*) as integer) as many
            from licensing.seats
            where assignment_id = ?
              and org_id = ?""", row -> row.integer("many"));

    static final Command SEATS_DELETE = Command.org("license.license.delete-seats", """
            delete from licensing.seats
            where assignment_id = ?
              and org_id = ?""");

    /// Those that people have through other workspaces than the one that gave it.
    static final Command SEATS_DELETE_OF_OTHERS = Command.org("license.license.delete-seats-of-others", """
            delete from licensing.seats
            where assignment_id = ?
              and tenant_id <> ?
              and org_id = ?""");

    private final Database database;

    LicenseStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, License license, ModuleId module) {
        transaction.update(
                LICENSE_INSERT,
                p -> terms(
                                p.id(license.id())
                                        .uuid(license.org())
                                        .id(module)
                                        .id(license.node())
                                        .flag(license.forOrg())
                                        .text(Words.of(license.status())),
                                license.terms())
                        .text(license.assignedBy())
                        .instant(license.createdAt())
                        .instant(license.updatedAt()));
    }

    Optional<License> find(LicenseId id) {
        return database.find(LICENSE_FIND, p -> p.id(id));
    }

    Optional<License> find(Transaction transaction, LicenseId id) {
        return transaction.find(LICENSE_FIND, p -> p.id(id));
    }

    Optional<License> findByOrg(LicenseId id) {
        return database.find(LICENSE_FIND_BY_ORG, p -> p.id(id));
    }

    Optional<License> findForUpdate(Transaction transaction, LicenseId id) {
        return transaction.find(LICENSE_LOCK, p -> p.id(id));
    }

    List<License> list(List<Status> statuses, Optional<UUID> after, int limit) {
        return database.list(
                LICENSE_LIST,
                p -> p.uuid(after.orElse(BEFORE_ALL))
                        .texts(words(statuses))
                        .scope()
                        .integer(limit));
    }

    List<License> listByNode(
            NodeId node, Optional<String> module, List<Status> statuses, Optional<UUID> after, int limit) {
        return database.list(
                LICENSE_LIST_BY_NODE,
                p -> p.id(node)
                        .text(module.orElse(""))
                        .text(module.orElse(AFTER_ALL_CODES))
                        .uuid(after.orElse(BEFORE_ALL))
                        .texts(words(statuses))
                        .scope()
                        .integer(limit));
    }

    List<License> listByModule(String module, List<Status> statuses, Optional<UUID> after, int limit) {
        return database.list(
                LICENSE_LIST_BY_MODULE,
                p -> p.text(module)
                        .uuid(after.orElse(BEFORE_ALL))
                        .texts(words(statuses))
                        .scope()
                        .integer(limit));
    }

    /// Keeps a licence as it is now.
    ///
    /// @param sameEnd whether notices of the end that were sent still hold
    License update(Transaction transaction, License license, boolean sameEnd, Instant at) {
        transaction.update(
                LICENSE_UPDATE,
                p -> terms(
                                p.id(license.node()).flag(license.forOrg()).text(Words.of(license.status())),
                                license.terms())
                        .flag(sameEnd)
                        .instant(at)
                        .id(license.id()));
        return find(transaction, license.id()).orElseThrow();
    }

    List<LicenseId> liveOn(Transaction transaction, NodeId node) {
        return transaction.list(LICENSE_LIVE_ON_NODE, p -> p.id(node));
    }

    /// Whether the notice is due: nobody has sent it, or one that is nearer to the end.
    boolean noteNotice(Transaction transaction, LicenseId id, int days) {
        return transaction.update(NOTICE_NOTE, p -> p.integer(days).id(id).integer(days)) > 0;
    }

    int countSeats(Transaction transaction, License license) {
        return inOrg(transaction, license)
                .find(SEAT_COUNT, p -> p.id(license.id()))
                .orElseThrow();
    }

    void deleteSeats(Transaction transaction, License license) {
        inOrg(transaction, license).atCommit(SEATS_DELETE, p -> p.id(license.id()));
    }

    void deleteSeatsOfOthers(Transaction transaction, License license) {
        inOrg(transaction, license)
                .atCommit(SEATS_DELETE_OF_OTHERS, p -> p.id(license.id()).uuid(license.tenant()));
    }

    /// Seats of one licence may be of several workspaces.
    private static Transaction inOrg(Transaction transaction, License license) {
        return transaction.with(Scope.org(license.org()));
    }

    private static Parameters terms(Parameters p, Terms terms) {
        Limits limits = terms.limits();
        return p.text(terms.reach().word())
                .text(terms.from().toString())
                .text(terms.to().map(LocalDate::toString).orElse(null))
                .flag(terms.converts())
                .text(limits.seats().map(String::valueOf).orElse(null))
                .text(limits.usageCap().map(String::valueOf).orElse(null))
                .instant(limits.expiresAt().orElse(null));
    }

    private static List<String> words(List<Status> statuses) {
        return statuses.stream().map(Words::of).toList();
    }

    static License license(Row row) {
        return new License(
                new LicenseId(row.uuid("id")),
                row.uuid("tenant_id"),
                row.uuid("org_id"),
                row.text("code"),
                new NodeId(row.uuid("node_id")),
                row.flag("for_org"),
                Words.parse(Status.class, row.text("status")),
                terms(row),
                row.text("assigned_by"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }

    private static Terms terms(Row row) {
        return new Terms(
                Reach.of(row.text("scope")),
                LocalDate.parse(row.text("effective_from")),
                row.findText("effective_to").map(LocalDate::parse),
                row.flag("converts"),
                new Limits(row.findInteger("seats"), row.findNumber("usage_cap"), row.findInstant("expires_at")));
    }
}
