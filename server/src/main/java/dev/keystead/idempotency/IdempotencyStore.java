package dev.keystead.idempotency;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/// The statements on idempotency keys.
final class IdempotencyStore {
    static final Command KEY_FORGET_EXPIRED = Command.tenant("idempotency.key.forget-expired", """
            delete from admin.idempotency_keys
            where caller = ?
              and key_hash = ?
              and expires_at <= ?
              and tenant_id = ?""");

    /// Waits for a transaction that holds the same key, then answers 0 if that one committed.
    static final Command KEY_CLAIM = Command.tenant("idempotency.key.claim", """
            insert into admin.idempotency_keys (caller, key_hash, request_hash, expires_at, tenant_id)
            values (?, ?, ?, ?, ?)
            on conflict (tenant_id, caller, key_hash) do nothing""");

    static final Query<Kept> KEY_FIND =
            Query.tenant("idempotency.key.find", """
            select request_hash, answer
            from admin.idempotency_keys
            where caller = ?
              and key_hash = ?
              and tenant_id = ?""", row -> new Kept(row.bytes("request_hash"), row.bytes("answer")));

    static final Command KEY_KEEP = Command.tenant("idempotency.key.keep", """
            update admin.idempotency_keys
            set answer = ?
            where caller = ?
              and key_hash = ?
              and tenant_id = ?""");

    static final Command KEY_SWEEP =
            Command.crossTenant("idempotency.key.sweep", "expired keys of all workspaces are removed together", """
            delete from admin.idempotency_keys
            where (tenant_id, caller, key_hash) in (
                select tenant_id, caller, key_hash
                from admin.idempotency_keys
                where expires_at < ?
                limit ?)""");

    /// A request that was answered before.
    static final class Kept {
        private final byte[] requestHash;
        private final byte[] answer;

        Kept(byte[] requestHash, byte[] answer) {
            this.requestHash = requestHash;
            this.answer = answer;
        }

        boolean isFor(byte[] hash) {
            return Arrays.equals(requestHash, hash);
        }

        byte[] answer() {
            return answer;
        }
    }

    void forgetExpired(Transaction transaction, String caller, byte[] key, Instant now) {
        transaction.update(KEY_FORGET_EXPIRED, p -> p.text(caller).bytes(key).instant(now));
    }

    boolean claim(Transaction transaction, String caller, byte[] key, byte[] request, Instant expiresAt) {
        return transaction.update(
                        KEY_CLAIM, p -> p.text(caller).bytes(key).bytes(request).instant(expiresAt))
                == 1;
    }

    Optional<Kept> find(Transaction transaction, String caller, byte[] key) {
        return transaction.find(KEY_FIND, p -> p.text(caller).bytes(key));
    }

    void keepAtCommit(Transaction transaction, String caller, byte[] key, byte[] answer) {
        transaction.atCommit(KEY_KEEP, p -> p.bytes(answer).text(caller).bytes(key));
    }
}
