package dev.keystead.federation.saml;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters.Binding;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The statements on keys for SAML.
final class SamlKeyStore {
    /// Of two who make a key at once, the second inserts nothing.
    static final Query<SamlKey> KEY_INSERT_FIRST =
            Query.tenant("federation.saml-key.insert-first", """
            insert into admin.saml_keys (id, certificate, private_key, status, created_at, activated_at, tenant_id)
            values (?, ?, ?, 'active', ?, ?, ?)
            on conflict do nothing
            returning id, certificate, status, created_at, activated_at, retired_at""", SamlKeyStore::key);

    static final Query<SamlKey> KEY_INSERT_NEXT =
            Query.tenant("federation.saml-key.insert-next", """
            insert into admin.saml_keys (id, certificate, private_key, status, created_at, tenant_id)
            values (?, ?, ?, 'next', ?, ?)
            on conflict do nothing
            returning id, certificate, status, created_at, activated_at, retired_at""", SamlKeyStore::key);

    static final Query<SamlKey.Sealed> KEY_LIST =
            Query.tenant("federation.saml-key.list", """
            select id, certificate, status, created_at, activated_at, retired_at, private_key
            from admin.saml_keys
            where tenant_id = ?
            order by id desc""", SamlKeyStore::withPrivate);

    static final Query<SamlKey> KEY_LOCK = Query.tenant("federation.saml-key.lock", """
            select id, certificate, status, created_at, activated_at, retired_at
            from admin.saml_keys
            where tenant_id = ?
            order by id
            for no key update""", SamlKeyStore::key);

    static final Command KEY_RETIRE = Command.tenant("federation.saml-key.retire", """
            update admin.saml_keys
            set status = 'retired', retired_at = ?
            where status = 'active'
              and tenant_id = ?""");

    static final Query<SamlKey> KEY_ACTIVATE = Query.tenant("federation.saml-key.activate", """
            update admin.saml_keys
            set status = 'active', activated_at = ?
            where id = ?
              and status = 'next'
              and tenant_id = ?
            returning id, certificate, status, created_at, activated_at, retired_at""", SamlKeyStore::key);

    static final Command KEY_DELETE = Command.tenant("federation.saml-key.delete", """
            delete from admin.saml_keys
            where id = ?
              and tenant_id = ?""");

    private final Database database;

    SamlKeyStore(Database database) {
        this.database = database;
    }

    Optional<SamlKey> insertFirst(Transaction transaction, SamlKey.Fresh fresh, Instant now) {
        return transaction.find(
                KEY_INSERT_FIRST,
                p -> p.id(fresh.id())
                        .bytes(fresh.certificate())
                        .bytes(fresh.sealed())
                        .instant(now)
                        .instant(now));
    }

    Optional<SamlKey> insertNext(Transaction transaction, SamlKey.Fresh fresh, Instant now) {
        return transaction.find(
                KEY_INSERT_NEXT,
                p -> p.id(fresh.id())
                        .bytes(fresh.certificate())
                        .bytes(fresh.sealed())
                        .instant(now));
    }

    /// The newest first.
    List<SamlKey.Sealed> list() {
        return database.list(KEY_LIST, Binding.NONE);
    }

    /// All of them, so that of two changes at once one waits for the other.
    List<SamlKey> lock(Transaction transaction) {
        return transaction.list(KEY_LOCK, Binding.NONE);
    }

    SamlKey activate(Transaction transaction, SamlKeyId id, Instant now) {
        transaction.update(KEY_RETIRE, p -> p.instant(now));
        return transaction.find(KEY_ACTIVATE, p -> p.instant(now).id(id)).orElseThrow();
    }

    void delete(Transaction transaction, SamlKeyId id) {
        transaction.update(KEY_DELETE, p -> p.id(id));
    }

    private static SamlKey.Sealed withPrivate(Row row) {
        return new SamlKey.Sealed(key(row), row.bytes("private_key"));
    }

    private static SamlKey key(Row row) {
        return new SamlKey(
                new SamlKeyId(row.uuid("id")),
                row.bytes("certificate"),
                Words.parse(SamlKey.Status.class, row.text("status")),
                row.instant("created_at"),
                row.findInstant("activated_at"),
                row.findInstant("retired_at"));
    }
}
