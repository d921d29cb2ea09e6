package dev.keystead.oauth.clientauth;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The statements on what may be presented once.
final class ReplayStore {
    /// The primary key decides who is first.
    static final Command REPLAY_INSERT = Command.tenant("oauth.replay.insert", """
            insert into oauth.replays (digest, expires_at, tenant_id)
            values (?, ?, ?)
            on conflict (tenant_id, digest) do nothing""");

    /// The same for several at once. Those that were the first are answered.
    static final Query<String> REPLAYS_INSERT = Query.tenant("oauth.replay.insert-all", """
            insert into oauth.replays (tenant_id, digest, expires_at)
            select cast(? as uuid), decode(t.digest, 'hex'), t.expires_at
            from unnest(cast(? as text[]), cast(? as timestamptz[])) as t (digest, expires_at)
            on conflict (tenant_id, digest) do nothing
            returning encode(digest, 'hex') as digest""", row -> row.text("digest"));

    static final Command REPLAY_SWEEP =
            Command.crossTenant("oauth.replay.sweep", "expired replays of all workspaces are removed together", """
            delete from oauth.replays
            where (tenant_id, digest) in (
                select tenant_id, digest
                from oauth.replays
                where expires_at < ?
                limit ?)""");

    boolean insert(Transaction transaction, Presented presented) {
        return transaction.update(
                        REPLAY_INSERT,
                        p -> p.bytes(HexFormat.of().parseHex(presented.digest()))
                                .instant(presented.until()))
                == 1;
    }

    /// Those of them that were the first, by their digests.
    Set<String> insert(Transaction transaction, List<Presented> presented) {
        return transaction
                .list(
                        REPLAYS_INSERT,
                        p -> p.scope()
                                .texts(presented.stream().map(Presented::digest).toList())
                                .instants(presented, Presented::until))
                .stream()
                .collect(Collectors.toSet());
    }

    /// Something that may be presented once.
    ///
    /// @param digest in hex
    record Presented(String digest, Instant until) {}
}
