package dev.keystead.audit.chain;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on the keys that sign checkpoints.
final class CheckpointKeyStore {
    static final Query<Stored> KEYS_LIST = Query.tenant(
            "audit.key.list",
            """
            select id, name, public_key, private_key, created_at, ends_at
            from audit.checkpoint_keys
            where tenant_id = ?
            order by id""",
            row -> new Stored(
                    row.uuid("id"),
                    new VerifierKey(row.text("name"), row.bytes("public_key")),
                    row.bytes("private_key"),
                    row.instant("created_at"),
                    row.findInstant("ends_at")));

    /// Of two nodes that make the first key at once, one finds the other's.
    static final Command KEY_INSERT = Command.tenant("audit.key.insert", """
            insert into audit.checkpoint_keys (id, name, public_key, private_key, created_at, tenant_id)
            values (?, ?, ?, ?, ?, ?)
            on conflict do nothing""");

    static final Command KEYS_END = Command.tenant("audit.key.end", """
            update audit.checkpoint_keys
            set ends_at = ?
            where ends_at is null
              and tenant_id = ?""");

    private final Database database;

    CheckpointKeyStore(Database database) {
        this.database = database;
    }

    /// A key as it is kept.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Stored(UUID id, VerifierKey open, byte[] sealed, Instant createdAt, Optional<Instant> endsAt) {
        boolean signsAt(Instant now) {
            return endsAt.map(now::isBefore).orElse(true);
        }
    }

    List<Stored> list() {
        return database.list(KEYS_LIST, p -> {});
    }

    boolean insert(Transaction transaction, UUID id, VerifierKey key, byte[] open, byte[] sealed, Instant now) {
        return transaction.update(
                        KEY_INSERT,
                        p -> p.uuid(id)
                                .text(key.name())
                                .bytes(open)
                                .bytes(sealed)
                                .instant(now))
                == 1;
    }

    void end(Transaction transaction, Instant at) {
        transaction.update(KEYS_END, p -> p.instant(at));
    }
}
