package dev.keystead.oauth.proof;

import dev.keystead.client.SignatureAlgorithms;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Judges proofs of which nobody notes that they were used, for those who look what that costs.
public final class Judging {
    private final ProofCheck check;

    public Judging(MasterKey master) {
        this.check = new ProofCheck(new Nonces(master, Clock.systemUTC()), Clock.systemUTC());
    }

    /// The key whose proof it is, if it is right for a token and an address.
    public Optional<String> key(WorkspaceId workspace, URI address, String token, String proof) {
        var expected = new ProofCheck.Expected(
                workspace, "GET", address, SignatureAlgorithms.BY_KEY, false, Optional.of(token));
        return check.judge(List.of(proof), expected) instanceof Judgement.Right right
                ? Optional.of(right.thumbprint())
                : Optional.empty();
    }
}
