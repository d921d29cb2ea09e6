package dev.keystead.server;

import dev.keystead.audit.chain.ChainReport;
import dev.keystead.audit.chain.ChainVerifier;
import dev.keystead.audit.chain.Chains;
import dev.keystead.audit.chain.Checkpoint;
import dev.keystead.audit.chain.VerifierKey;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;

/// The audit trail of a test server: sealing, signing and verifying it when the test wants it. The server has
/// the role `web` alone, so that nothing seals by itself.
public record TrailDesk(TestServer server) {
    /// Seals what waits.
    public void seal() {
        server.wiring().trail().sealer().look(() -> false);
    }

    /// Signs a checkpoint for every chain that moved.
    public long sign() {
        return server.wiring().trail().checkpoints().signMoved();
    }

    /// Makes months, and removes those that are over.
    public long cut() {
        return server.wiring().trail().months().run();
    }

    public List<VerifierKey> keys() {
        return server.wiring().trail().keys().published();
    }

    /// What verifying the chains of a workspace comes to.
    public List<ChainReport> verify(WorkspaceId workspace, List<Checkpoint.Signed> copies) {
        try (var verifier = new ChainVerifier(keys(), 2)) {
            return new Chains(server.wiring().database())
                    .verify(workspace.value(), verifier, copies, 0, Long.MAX_VALUE, _ -> {});
        }
    }

    public List<ChainReport> verify(WorkspaceId workspace) {
        return verify(workspace, List.of());
    }
}
