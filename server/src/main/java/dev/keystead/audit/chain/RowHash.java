package dev.keystead.audit.chain;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The hash of a row: SHA-256, in hex, over everything that the row holds, in UTF-8, joined by the character
/// 31: the six members of 002 §5.1 in their order, then the hash of the row before, the trail, the place in
/// the chain, the time of the seal, the resource and the request. No member can hold the character 31 itself:
/// the tables refuse it, RFC 8785 escapes it, and a row that has it nonetheless has no hash.
///
/// For one thread at a time.
public final class RowHash {
    /// What stands for the hash before the first row.
    public static final String GENESIS = "0".repeat(64);

    private static final char SEPARATOR = '\u001f';
    private static final HexFormat HEX = HexFormat.of();

    private final MessageDigest sha256 = sha256();
    private final StringBuilder text = new StringBuilder(1024);
    private final String workspace;
    private final String trail;

    public RowHash(ChainId chain) {
        this.workspace = chain.workspace();
        this.trail = chain.trail().word();
    }

    /// What the hash of a row of this chain has to be.
    public String of(SealedEntry row) {
        text.setLength(0);
        text.append(row.idText()).append(SEPARATOR);
        text.append(workspace).append(SEPARATOR);
        text.append(row.eventAt()).append(SEPARATOR);
        text.append(row.actorDid()).append(SEPARATOR);
        text.append(row.eventType()).append(SEPARATOR);
        text.append(row.payload()).append(SEPARATOR);
        text.append(row.previous()).append(SEPARATOR);
        text.append(trail).append(SEPARATOR);
        text.append(row.seq()).append(SEPARATOR);
        text.append(row.sealedText()).append(SEPARATOR);
        text.append(row.resourceType()).append(SEPARATOR);
        text.append(row.resourceId()).append(SEPARATOR);
        text.append(row.requestId());
        return HEX.formatHex(sha256.digest(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /// Whether the stored hash is the row's, and its members are told apart without doubt.
    boolean isOwn(SealedEntry row) {
        return of(row).equals(row.hash()) && !isAmbiguous(row);
    }

    private static boolean isAmbiguous(SealedEntry row) {
        return row.actorDid().indexOf(SEPARATOR) >= 0
                || row.eventType().indexOf(SEPARATOR) >= 0
                || row.payload().indexOf(SEPARATOR) >= 0
                || row.resourceType().indexOf(SEPARATOR) >= 0
                || row.resourceId().indexOf(SEPARATOR) >= 0
                || row.requestId().indexOf(SEPARATOR) >= 0
                || row.previous().indexOf(SEPARATOR) >= 0;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }
}
