package dev.keystead.license.usage;

import dev.keystead.directory.UserId;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on seats. Seats of one licence may be of several workspaces of an organisation.
final class SeatStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command SEAT_INSERT = Command.tenant("license.seat.insert", """
            insert into licensing.seats
                (org_id, assignment_id, user_id, home_tenant_id, assigned_by, assigned_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?)""");

    static final Query<Seat> SEAT_FIND = Query.org("license.seat.find", """
            select user_id, assigned_by, assigned_at
            from licensing.seats
            where assignment_id = ?
              and user_id = ?
              and org_id = ?""", SeatStore::seat);

    static final Query<Seat> SEAT_LIST = Query.tenant("license.seat.list", """
            select user_id, assigned_by, assigned_at
            from licensing.seats
            where assignment_id = ?
              and user_id > ?
              and tenant_id = ?
            order by user_id
            limit ?""", SeatStore::seat);

    static final Query<Integer> SEAT_COUNT = Query.org("license.seat.count", """
            select cast(count(*) as integer) as many
            from licensing.seats
            where assignment_id = ?
              and org_id = ?""", row -> row.integer("many"));

    static final Query<Seat> SEAT_DELETE = Query.tenant("license.seat.delete", """
            delete from licensing.seats
            where assignment_id = ?
              and user_id = ?
              and tenant_id = ?
            returning user_id, assigned_by, assigned_at""", SeatStore::seat);

    static final Command SEATS_LEAVE = Command.tenant("license.seat.leave-all", """
            delete from licensing.seats
            where user_id = ?
              and tenant_id = ?""");

    private final Database database;

    SeatStore(Database database) {
        this.database = database;
    }

    /// Keeps a seat.
    ///
    /// @param home the workspace whose user the person is
    void insert(Transaction transaction, LicenseId license, Seat seat, UUID home) {
        transaction.update(
                SEAT_INSERT,
                p -> p.scope(Axis.ORG)
                        .id(license)
                        .id(seat.user())
                        .uuid(home)
                        .text(seat.assignedBy())
                        .instant(seat.assignedAt()));
    }

    Optional<Seat> find(Transaction transaction, LicenseId license, UserId user) {
        return transaction.find(SEAT_FIND, p -> p.id(license).id(user));
    }

    List<Seat> list(LicenseId license, Optional<UUID> after, int limit) {
        return database.list(
                SEAT_LIST,
                p -> p.id(license).uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    int count(LicenseId license) {
        return database.find(SEAT_COUNT, p -> p.id(license)).orElseThrow();
    }

    int count(Transaction transaction, LicenseId license) {
        return transaction.find(SEAT_COUNT, p -> p.id(license)).orElseThrow();
    }

    Optional<Seat> delete(Transaction transaction, LicenseId license, UserId user) {
        return transaction.find(SEAT_DELETE, p -> p.id(license).id(user));
    }

    void leave(Transaction transaction, UserId user) {
        transaction.atCommit(SEATS_LEAVE, p -> p.id(user));
    }

    private static Seat seat(Row row) {
        return new Seat(new UserId(row.uuid("user_id")), row.text("assigned_by"), row.instant("assigned_at"));
    }
}
