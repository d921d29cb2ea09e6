package dev.keystead.domain;

import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.outbound.OutboundOutcome;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

/// Looks for proofs on web servers. No redirect is followed, not even on the same host: the proof stands at its
/// own address. Blocks the caller; not for use inside a transaction.
public final class ProofFile {
    /// A proof is one line; nobody needs more than four kibibytes for it. A workspace whose servers do not answer keeps
    /// a quarter of the places at most.
    public static final Outbound.Limits LIMITS =
            new Outbound.Limits(Duration.ofSeconds(3), Duration.ofSeconds(10), 4 * 1024, 8, 2);

    private final Outbound outbound;

    /// @param outbound made with [#LIMITS]
    public ProofFile(Outbound outbound) {
        this.outbound = outbound;
    }

    /// Whether the document at an address is this text.
    ///
    /// @param workspace who asks
    public Proof look(UUID workspace, URI address, String wanted) {
        return switch (outbound.shareOf(workspace).fetch(address)) {
            case OutboundOutcome.Fetched fetched -> judge(fetched, wanted);
            case OutboundOutcome.Refused(OutboundOutcome.Reason reason) -> new Proof.Missing(reason.sentence());
            case OutboundOutcome.Failed(String why) -> new Proof.Unknown(why);
        };
    }

    private static Proof judge(OutboundOutcome.Fetched fetched, String wanted) {
        if (fetched.status() >= 500) {
            return new Proof.Unknown("answers with an error of its own (" + fetched.status() + ")");
        }
        if (!fetched.isSuccess()) {
            return new Proof.Missing("answers with " + fetched.status());
        }
        String content = new String(fetched.body(), StandardCharsets.UTF_8).strip();
        return content.equals(wanted) ? new Proof.Found() : new Proof.Missing("has another content than " + wanted);
    }
}
