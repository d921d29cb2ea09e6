package dev.keystead.credential;

import dev.keystead.credential.passkey.Octets;
import dev.keystead.credential.totp.Totp;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The statements on authenticator apps. Removed ones are seen by none of them.
final class TotpStore {
    /// Whoever began a moment ago gets the same secret again, which may be in the app already. Another
    /// beginning takes its place; an app that counts is left alone, and nothing comes back.
    static final Query<Begun> TOTP_BEGIN = Query.tenant(
            "credential.totp.begin",
            """
            insert into identity.mfa_factors
                (id, user_id, type, name, totp_secret, totp_algorithm, totp_digits, totp_period, totp_last_step,
                 verified, begun_by, created_at, updated_at, tenant_id)
            values (?, ?, 'totp', ?, ?, ?, ?, ?, 0, false, ?, ?, ?, ?)
            on conflict (tenant_id, user_id) where type = 'totp' and deleted_at is null
            do update
            set totp_secret = case
                    when mfa_factors.begun_by = excluded.begun_by and mfa_factors.updated_at > ?
                    then mfa_factors.totp_secret
                    else excluded.totp_secret
                    end,
                totp_algorithm = excluded.totp_algorithm,
                totp_digits = excluded.totp_digits,
                totp_period = excluded.totp_period,
                totp_last_step = 0,
                begun_by = excluded.begun_by,
                updated_at = case
                    when mfa_factors.begun_by = excluded.begun_by and mfa_factors.updated_at > ?
                    then mfa_factors.updated_at
                    else excluded.updated_at
                    end
            where not mfa_factors.verified
            returning id, totp_secret""",
            row -> new Begun(new FactorId(row.uuid("id")), Octets.of(row.bytes("totp_secret"))));

    static final Query<Stored> TOTP_FIND = Query.tenant("credential.totp.find", """
            select id, name, totp_secret, totp_algorithm, totp_digits, totp_period, totp_last_step, verified,
                created_at, last_used_at
            from identity.mfa_factors
            where user_id = ?
              and type = 'totp'
              and deleted_at is null
              and tenant_id = ?""", TotpStore::stored);

    /// Whoever moves the last step on has used the code: of two at once, one finds it moved. The secret is
    /// compared so that a code of an enrolment that was begun anew confirms nothing.
    static final Query<AuthenticatorApp> TOTP_ACCEPT = Query.tenant("credential.totp.accept", """
            update identity.mfa_factors
            set totp_last_step = ?,
                verified = true,
                begun_by = null,
                last_used_at = ?,
                updated_at = ?
            where user_id = ?
              and type = 'totp'
              and deleted_at is null
              and totp_secret = ?
              and totp_last_step < ?
              and tenant_id = ?
            returning id, name, verified, created_at, last_used_at""", TotpStore::app);

    static final Query<AuthenticatorApp> TOTP_REMOVE = Query.tenant("credential.totp.remove", """
            update identity.mfa_factors
            set deleted_at = ?,
                updated_at = ?,
                totp_secret = null
            where user_id = ?
              and type = 'totp'
              and deleted_at is null
              and tenant_id = ?
            returning id, name, verified, created_at, last_used_at""", TotpStore::app);

    private final Database database;

    TotpStore(Database database) {
        this.database = database;
    }

    /// An app with what its codes are made of, encrypted.
    record Stored(AuthenticatorApp app, Octets sealed, Totp totp, long lastStep) {}

    /// An app that was begun, with the secret that counts.
    record Begun(FactorId id, Octets sealed) {}

    /// What an app is begun with.
    ///
    /// @param begunBy the sign-in or session that began it
    /// @param keptSince a secret that the same one made after this is kept
    record Wish(FactorId id, UserId user, UUID begunBy, String name, Octets sealed, Instant at, Instant keptSince) {}

    Optional<Begun> begin(Transaction transaction, Wish wish, Totp totp) {
        return transaction.find(
                TOTP_BEGIN,
                p -> p.id(wish.id())
                        .id(wish.user())
                        .text(wish.name())
                        .bytes(wish.sealed().bytes())
                        .text(totp.algorithm().word())
                        .integer(totp.digits())
                        .integer(totp.period())
                        .uuid(wish.begunBy())
                        .instant(wish.at())
                        .instant(wish.at())
                        .scope()
                        .instant(wish.keptSince())
                        .instant(wish.keptSince()));
    }

    Optional<Stored> find(UserId user) {
        return database.find(TOTP_FIND, p -> p.id(user));
    }

    Optional<Stored> find(Transaction transaction, UserId user) {
        return transaction.find(TOTP_FIND, p -> p.id(user));
    }

    Optional<AuthenticatorApp> accept(Transaction transaction, UserId user, Stored stored, long step, Instant at) {
        return transaction.find(
                TOTP_ACCEPT,
                p -> p.number(step)
                        .instant(at)
                        .instant(at)
                        .id(user)
                        .bytes(stored.sealed().bytes())
                        .number(step));
    }

    Optional<AuthenticatorApp> remove(Transaction transaction, UserId user, Instant at) {
        return transaction.find(TOTP_REMOVE, p -> p.instant(at).instant(at).id(user));
    }

    private static Stored stored(Row row) {
        var totp = new Totp(
                Totp.Algorithm.of(row.text("totp_algorithm")), row.integer("totp_digits"), row.integer("totp_period"));
        return new Stored(app(row), Octets.of(row.bytes("totp_secret")), totp, row.number("totp_last_step"));
    }

    private static AuthenticatorApp app(Row row) {
        return new AuthenticatorApp(
                new FactorId(row.uuid("id")),
                row.text("name"),
                row.flag("verified"),
                row.instant("created_at"),
                row.findInstant("last_used_at"));
    }
}
