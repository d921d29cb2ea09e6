package dev.keystead.oauth.proof;

import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.workspace.WorkspaceId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;

/// Nonces for proofs (RFC 9449 section 8): one for each workspace and five minutes of time.
final class Nonces {
    /// A nonce works in the window that it is of and in the next one.
    static final Duration WINDOW = Duration.ofMinutes(5);

    private static final int LENGTH = 16;

    private final Mac mac;
    private final Clock clock;

    Nonces(MasterKey master, Clock clock) {
        this.mac = master.mac("dpop-nonce");
        this.clock = clock;
    }

    String current(WorkspaceId workspace) {
        return of(workspace, window());
    }

    boolean isCurrent(WorkspaceId workspace, String nonce) {
        return isSame(nonce, current(workspace));
    }

    /// Whether it may still be used. The nonce to come counts too: the clock of the node that gave it may
    /// be ahead.
    boolean isFresh(WorkspaceId workspace, String nonce) {
        long window = window();
        return isSame(nonce, of(workspace, window))
                || isSame(nonce, of(workspace, window - 1))
                || isSame(nonce, of(workspace, window + 1));
    }

    private long window() {
        return clock.instant().getEpochSecond() / WINDOW.toSeconds();
    }

    private String of(WorkspaceId workspace, long window) {
        byte[] tag = mac.of(workspace.value() + "/" + window);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(tag, LENGTH));
    }

    private static boolean isSame(String sent, String ours) {
        return MessageDigest.isEqual(sent.getBytes(StandardCharsets.UTF_8), ours.getBytes(StandardCharsets.UTF_8));
    }
}
