package dev.keystead.oauth.clientauth;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;

/// The statements on what may be presented once.
final class ReplayStore {
    /// The primary key decides who is first.
    static final Command REPLAY_INSERT = Command.tenant("oauth.replay.insert", """
            insert into oauth.replays (digest, expires_at, tenant_id)
            values (?, ?, ?)
            on conflict (tenant_id, digest) do nothing""");

    static final Command REPLAY_SWEEP =
            Command.crossTenant("oauth.replay.sweep", "expired replays of all workspaces are removed together", """
            delete from oauth.replays
            where (tenant_id, digest) in (
                select tenant_id, digest
                from oauth.replays
                where expires_at < ?
                limit ?)""");

    boolean insert(Transaction transaction, byte[] digest, Instant until) {
        return transaction.update(REPLAY_INSERT, p -> p.bytes(digest).instant(until)) == 1;
    }
}
