package dev.keystead.credential;

import dev.keystead.credential.passkey.Ceremonies;
import dev.keystead.credential.passkey.Octets;
import dev.keystead.credential.passkey.PublicKey;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The statements on passkeys. Removed ones are seen by none of them.
final class PasskeyStore {
    /// Whoever adds a passkey holds its owner's row, so that those who count at the same moment wait for each other.
    /// Rows that refer to the owner may be written meanwhile.
    static final Query<UserId> OWNER_LOCK =
            Query.tenant("credential.passkey.lock-owner", """
            select id
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?
            for no key update""", row -> new UserId(row.uuid("id")));

    static final Command PASSKEY_INSERT = Command.tenant("credential.passkey.insert", """
            insert into identity.mfa_factors
                (id, user_id, type, name, webauthn_credential_id, webauthn_public_key, webauthn_aaguid,
                 webauthn_sign_count, webauthn_transports, webauthn_backup_eligible, webauthn_backup_state,
                 webauthn_user_verified, webauthn_attestation_format, verified, created_at, updated_at, tenant_id)
            values (?, ?, 'webauthn', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, true, ?, ?, ?)
            on conflict (tenant_id, webauthn_credential_id) where type = 'webauthn' and deleted_at is null
            do nothing""");

    static final Query<Passkey> PASSKEY_FIND_BY_CREDENTIAL =
            Query.tenant("credential.passkey.find-by-credential", """
            select id, user_id, name, webauthn_credential_id, webauthn_public_key, webauthn_aaguid, webauthn_sign_count,
                webauthn_transports, webauthn_backup_eligible, webauthn_backup_state, webauthn_user_verified,
                webauthn_attestation_format, created_at, last_used_at
            from identity.mfa_factors
            where webauthn_credential_id = ?
              and type = 'webauthn'
              and deleted_at is null
              and tenant_id = ?""", PasskeyStore::passkey);

    static final Query<Passkey> PASSKEY_LIST = Query.tenant("credential.passkey.list", """
            select id, user_id, name, webauthn_credential_id, webauthn_public_key, webauthn_aaguid, webauthn_sign_count,
                webauthn_transports, webauthn_backup_eligible, webauthn_backup_state, webauthn_user_verified,
                webauthn_attestation_format, created_at, last_used_at
            from identity.mfa_factors
            where user_id = ?
              and type = 'webauthn'
              and deleted_at is null
              and tenant_id = ?
            order by id""", PasskeyStore::passkey);

    static final Query<Passkey> PASSKEY_FIND = Query.tenant("credential.passkey.find", """
            select id, user_id, name, webauthn_credential_id, webauthn_public_key, webauthn_aaguid, webauthn_sign_count,
                webauthn_transports, webauthn_backup_eligible, webauthn_backup_state, webauthn_user_verified,
                webauthn_attestation_format, created_at, last_used_at
            from identity.mfa_factors
            where user_id = ?
              and id = ?
              and type = 'webauthn'
              and deleted_at is null
              and tenant_id = ?""", PasskeyStore::passkey);

    /// A count moves on or stays at zero: of two uses with the same count, one finds nothing to change.
    static final Query<Passkey> PASSKEY_USE = Query.tenant("credential.passkey.use", """
            update identity.mfa_factors
            set webauthn_sign_count = ?,
                webauthn_backup_state = ?,
                webauthn_user_verified = webauthn_user_verified or ?,
                last_used_at = ?,
                updated_at = ?
            where webauthn_credential_id = ?
              and id = ?
              and type = 'webauthn'
              and deleted_at is null
              and (webauthn_sign_count < ? or (webauthn_sign_count = 0 and ? = 0))
              and tenant_id = ?
            returning id, user_id, name, webauthn_credential_id, webauthn_public_key, webauthn_aaguid,
                webauthn_sign_count, webauthn_transports, webauthn_backup_eligible, webauthn_backup_state,
                webauthn_user_verified, webauthn_attestation_format, created_at,
                last_used_at""", PasskeyStore::passkey);

    static final Query<Passkey> PASSKEY_RENAME = Query.tenant("credential.passkey.rename", """
            update identity.mfa_factors
            set name = ?,
                updated_at = ?
            where user_id = ?
              and id = ?
              and type = 'webauthn'
              and deleted_at is null
              and tenant_id = ?
            returning id, user_id, name, webauthn_credential_id, webauthn_public_key, webauthn_aaguid,
                webauthn_sign_count, webauthn_transports, webauthn_backup_eligible, webauthn_backup_state,
                webauthn_user_verified, webauthn_attestation_format, created_at,
                last_used_at""", PasskeyStore::passkey);

    static final Query<Passkey> PASSKEY_REMOVE = Query.tenant("credential.passkey.remove", """
            update identity.mfa_factors
            set deleted_at = ?,
                updated_at = ?
            where user_id = ?
              and id = ?
              and type = 'webauthn'
              and deleted_at is null
              and tenant_id = ?
            returning id, user_id, name, webauthn_credential_id, webauthn_public_key, webauthn_aaguid,
                webauthn_sign_count, webauthn_transports, webauthn_backup_eligible, webauthn_backup_state,
                webauthn_user_verified, webauthn_attestation_format, created_at,
                last_used_at""", PasskeyStore::passkey);

    private final Database database;

    PasskeyStore(Database database) {
        this.database = database;
    }

    /// Whether the user is there, and held until the transaction ends.
    boolean lockOwner(Transaction transaction, UserId user) {
        return transaction.find(OWNER_LOCK, p -> p.id(user)).isPresent();
    }

    /// Whether it is new; nothing is written when a user of the workspace has it.
    boolean insert(Transaction transaction, Passkey passkey) {
        PublicKey key = passkey.key();
        return transaction.update(
                        PASSKEY_INSERT,
                        p -> p.id(passkey.id())
                                .id(passkey.user())
                                .text(passkey.name())
                                .bytes(key.credentialId().bytes())
                                .bytes(key.cose().bytes())
                                .uuid(key.aaguid())
                                .number(key.signCount())
                                .texts(key.transports())
                                .flag(key.backupEligible())
                                .flag(key.backedUp())
                                .flag(key.userVerified())
                                .text(key.attestationFormat())
                                .instant(passkey.createdAt())
                                .instant(passkey.createdAt()))
                == 1;
    }

    Optional<Passkey> findByCredential(Transaction transaction, Octets credentialId) {
        return transaction.find(PASSKEY_FIND_BY_CREDENTIAL, p -> p.bytes(credentialId.bytes()));
    }

    List<Passkey> list(UserId user) {
        return database.list(PASSKEY_LIST, p -> p.id(user));
    }

    List<Passkey> list(Transaction transaction, UserId user) {
        return transaction.list(PASSKEY_LIST, p -> p.id(user));
    }

    Optional<Passkey> find(Transaction transaction, UserId user, FactorId id) {
        return transaction.find(PASSKEY_FIND, p -> p.id(user).id(id));
    }

    Optional<Passkey> use(Transaction transaction, Passkey passkey, Ceremonies.Use use, Instant at) {
        return transaction.find(
                PASSKEY_USE,
                p -> p.number(use.signCount())
                        .flag(use.backedUp())
                        .flag(use.userVerified())
                        .instant(at)
                        .instant(at)
                        .bytes(passkey.key().credentialId().bytes())
                        .id(passkey.id())
                        .number(use.signCount())
                        .number(use.signCount()));
    }

    Optional<Passkey> rename(Transaction transaction, UserId user, FactorId id, String name, Instant at) {
        return transaction.find(
                PASSKEY_RENAME, p -> p.text(name).instant(at).id(user).id(id));
    }

    Optional<Passkey> remove(Transaction transaction, UserId user, FactorId id, Instant at) {
        return transaction.find(
                PASSKEY_REMOVE, p -> p.instant(at).instant(at).id(user).id(id));
    }

    private static Passkey passkey(Row row) {
        return new Passkey(
                new FactorId(row.uuid("id")),
                new UserId(row.uuid("user_id")),
                row.text("name"),
                new PublicKey(
                        Octets.of(row.bytes("webauthn_credential_id")),
                        Octets.of(row.bytes("webauthn_public_key")),
                        row.uuid("webauthn_aaguid"),
                        row.number("webauthn_sign_count"),
                        row.texts("webauthn_transports"),
                        row.flag("webauthn_backup_eligible"),
                        row.flag("webauthn_backup_state"),
                        row.flag("webauthn_user_verified"),
                        row.text("webauthn_attestation_format")),
                row.instant("created_at"),
                row.findInstant("last_used_at"));
    }
}
