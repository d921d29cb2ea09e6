package dev.keystead.profile;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// The statements on who lets everybody see their page.
final class ProfileStore {
    static final Query<Instant> PROFILE_FIND =
            Query.tenant("profile.profile.find", """
            select shown_at
            from identity.public_profiles
            where user_id = ?
              and tenant_id = ?""", row -> row.instant("shown_at"));

    static final Command PROFILE_INSERT = Command.tenant("profile.profile.insert", """
            insert into identity.public_profiles (user_id, shown_at, tenant_id)
            values (?, ?, ?)
            on conflict do nothing""");

    static final Command PROFILE_DELETE = Command.tenant("profile.profile.delete", """
            delete from identity.public_profiles
            where user_id = ?
              and tenant_id = ?""");

    private final Database database;

    ProfileStore(Database database) {
        this.database = database;
    }

    Optional<Instant> find(UserId user) {
        return database.find(PROFILE_FIND, p -> p.id(user));
    }

    boolean insert(Transaction transaction, UserId user, Instant now) {
        return transaction.update(PROFILE_INSERT, p -> p.id(user).instant(now)) == 1;
    }

    boolean delete(Transaction transaction, UserId user) {
        return transaction.update(PROFILE_DELETE, p -> p.id(user)) == 1;
    }
}
