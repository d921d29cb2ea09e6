package dev.keystead.credential;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters.Binding;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// The statements on passwords and recovery codes, and the one that counts everything a user has.
final class CredentialStore {
    /// Also takes the place of the one before.
    static final Command CREDENTIAL_PUT = Command.tenant("credential.credential.put", """
            insert into identity.credentials
                (id, user_id, type, number, hash, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (tenant_id, user_id, type, number)
            do update
            set hash = excluded.hash,
                version = excluded.version,
                updated_at = excluded.updated_at""");

    static final Query<String> CREDENTIAL_FIND =
            Query.tenant("credential.credential.find", """
            select hash
            from identity.credentials
            where user_id = ?
              and type = ?
              and number = ?
              and tenant_id = ?""", row -> row.text("hash"));

    /// All that a password is judged by, and whether it is enough. An app that was never confirmed does not count.
    static final Query<PasswordFound> PASSWORD_FIND = Query.tenant(
            "credential.password.find",
            """
            select hash,
                exists (
                    select
                    from identity.mfa_factors
                    where user_id = ?
                      and ((type = 'totp' and verified) or type = 'webauthn')
                      and deleted_at is null
                      and tenant_id = ?) as second_factor,
                exists (
                    select
                    from identity.users
                    where id = ?
                      and status = 'active'
                      and tenant_id = ?) as active
            from identity.credentials
            where user_id = ?
              and type = 'password'
              and number = 0
              and tenant_id = ?""",
            row -> new PasswordFound(row.text("hash"), row.flag("second_factor"), row.flag("active")));

    /// Finds one certain hash only, and nobody replaces it before the transaction ends.
    static final Query<Boolean> PASSWORD_HOLD = Query.tenant("credential.password.hold", """
            select true as held
            from identity.credentials
            where user_id = ?
              and type = 'password'
              and number = 0
              and hash = ?
              and tenant_id = ?
            for share""", row -> row.flag("held"));

    /// Replaces one certain hash only: a password that was changed meanwhile is not turned back.
    static final Query<Boolean> PASSWORD_REHASH =
            Query.tenant("credential.password.rehash", """
            update identity.credentials
            set hash = ?,
                version = ?,
                updated_at = ?
            where user_id = ?
              and type = 'password'
              and number = 0
              and hash = ?
              and tenant_id = ?
            returning true as done""", row -> row.flag("done"));

    static final Command PASSWORD_DELETE = Command.tenant("credential.password.delete", """
            delete from identity.credentials
            where user_id = ?
              and type = 'password'
              and tenant_id = ?""");

    /// One statement decides who used it: of two at once, one finds it gone. The hash is compared so that a new code of
    /// the same number is not used up by an old one.
    static final Command CODE_CONSUME = Command.tenant("credential.code.consume", """
            delete from identity.credentials
            where user_id = ?
              and type = 'recovery_code'
              and number = ?
              and hash = ?
              and tenant_id = ?""");

    static final Command CODES_DELETE = Command.tenant("credential.code.delete-all", """
            delete from identity.credentials
            where user_id = ?
              and type = 'recovery_code'
              and tenant_id = ?""");

    /// Everything in one round trip. An app that was never confirmed does not count.
    static final Query<Means> MEANS_COUNT = Query.tenant(
            "credential.means.count",
            """
            select
                (select count(*)
                 from identity.credentials
                 where user_id = ? and type = 'password' and tenant_id = ?) as passwords,
                (select count(*)
                 from identity.credentials
                 where user_id = ? and type = 'recovery_code' and tenant_id = ?) as codes,
                (select count(*)
                 from identity.mfa_factors
                 where user_id = ? and type = 'totp' and verified and deleted_at is null and tenant_id = ?) as apps,
                (select count(*)
                 from identity.mfa_factors
                 where user_id = ? and type = 'webauthn' and deleted_at is null and tenant_id = ?) as passkeys""",
            row -> new Means(
                    row.number("passwords") > 0,
                    row.number("apps") > 0,
                    Math.toIntExact(row.number("passkeys")),
                    Math.toIntExact(row.number("codes"))));

    static final Command FACTOR_PURGE = Command.crossTenant(
            "credential.factor.purge", "removed factors of all workspaces are deleted together", """
            delete from identity.mfa_factors
            where (tenant_id, id) in (
                select tenant_id, id
                from identity.mfa_factors
                where deleted_at < cast(? as timestamptz) - interval '90 days'
                limit ?)""");

    private final Database database;

    CredentialStore(Database database) {
        this.database = database;
    }

    void put(
            Transaction transaction,
            UserId user,
            CredentialType type,
            int number,
            String hash,
            int version,
            Instant at) {
        transaction.update(
                CREDENTIAL_PUT,
                p -> p.id(CredentialId.make())
                        .id(user)
                        .text(type.word())
                        .integer(number)
                        .text(hash)
                        .integer(version)
                        .instant(at)
                        .instant(at));
    }

    Optional<String> find(UserId user, CredentialType type, int number) {
        return database.find(CREDENTIAL_FIND, p -> p.id(user).text(type.word()).integer(number));
    }

    /// A password, and whether its owner has a second factor.
    record PasswordFound(String hash, boolean secondFactor, boolean active) {}

    Answer<PasswordFound> findPassword(Questions questions, UserId user) {
        return questions.add(
                PASSWORD_FIND,
                p -> p.id(user).scope(Axis.TENANT).id(user).scope(Axis.TENANT).id(user));
    }

    Answer<Boolean> rehash(Questions questions, UserId user, String before, String after, int version, Instant at) {
        return questions.add(
                PASSWORD_REHASH,
                p -> p.text(after).integer(version).instant(at).id(user).text(before));
    }

    Answer<Boolean> hold(Questions questions, UserId user, String hash) {
        return questions.add(PASSWORD_HOLD, p -> p.id(user).text(hash));
    }

    boolean deletePassword(Transaction transaction, UserId user) {
        return transaction.update(PASSWORD_DELETE, p -> p.id(user)) == 1;
    }

    boolean consumeCode(Transaction transaction, UserId user, int number, String hash) {
        return transaction.update(CODE_CONSUME, p -> p.id(user).integer(number).text(hash)) == 1;
    }

    int deleteCodes(Transaction transaction, UserId user) {
        return transaction.update(CODES_DELETE, p -> p.id(user));
    }

    Means means(UserId user) {
        return database.find(MEANS_COUNT, of(user)).orElseThrow();
    }

    Means means(Transaction transaction, UserId user) {
        return transaction.find(MEANS_COUNT, of(user)).orElseThrow();
    }

    private static Binding of(UserId user) {
        return p -> p.id(user)
                .scope(Axis.TENANT)
                .id(user)
                .scope(Axis.TENANT)
                .id(user)
                .scope(Axis.TENANT)
                .id(user);
    }
}
