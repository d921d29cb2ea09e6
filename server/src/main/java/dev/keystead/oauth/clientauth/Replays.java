package dev.keystead.oauth.clientauth;

import dev.keystead.job.Sweep;
import dev.keystead.oauth.wire.Sha256;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;

/// Remembers what may be presented once only, on all nodes.
public final class Replays {
    private final Database database;
    private final ReplayStore store = new ReplayStore();

    public Replays(Database database) {
        this.database = database;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("oauth.replays", ReplayStore.REPLAY_SWEEP);
    }

    /// Whether something is presented for the first time. Of several at once, one is the first. Binds its
    /// scope itself and writes on its own: not for use inside a transaction.
    ///
    /// @param kind tells texts of one use from those of another
    /// @param until when the text would be refused for its age anyway
    public boolean isFirst(WorkspaceId workspace, String kind, String text, Instant until) {
        byte[] digest = Sha256.of(kind + "/" + text);
        return Scope.tenant(workspace.value())
                .call(() -> database.write(transaction -> store.insert(transaction, digest, until)));
    }
}
