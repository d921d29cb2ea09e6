package dev.keystead.oauth.clientauth;

import dev.keystead.job.Sweep;
import dev.keystead.oauth.clientauth.ReplayStore.Presented;
import dev.keystead.oauth.wire.Sha256;
import dev.keystead.platform.db.GroupedWrites;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/// Remembers what may be presented once only, on all nodes. What is presented at the same time shares a transaction.
public final class Replays {
    private static final int MOST_TOGETHER = 500;

    private final ReplayStore store = new ReplayStore();
    private final GroupedWrites<Presented, Boolean> together;

    public Replays(Database database) {
        this.together = new GroupedWrites<>(database, MOST_TOGETHER, this::note);
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
        String digest = HexFormat.of().formatHex(Sha256.of(kind + "/" + text));
        return together.write(Scope.tenant(workspace.value()), new Presented(digest, until));
    }

    private List<Boolean> note(Transaction transaction, List<Presented> presented) {
        if (presented.size() == 1) {
            return List.of(store.insert(transaction, presented.getFirst()));
        }
        // In one order everywhere, so that no two nodes wait for each other.
        List<Presented> ordered = presented.stream()
                .sorted(Comparator.comparing(Presented::digest))
                .toList();
        Set<String> first = new HashSet<>(store.insert(transaction, ordered));
        return presented.stream().map(one -> first.remove(one.digest())).toList();
    }
}
