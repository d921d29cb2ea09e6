package dev.keystead.federation.saml.protocol;

import java.security.SecureRandom;
import java.util.HexFormat;

/// Ids of messages of ours, which nobody can guess (core section 1.3.4).
public final class MessageId {
    private static final SecureRandom RANDOM = new SecureRandom();

    private MessageId() {}

    public static String make() {
        var bytes = new byte[20];
        RANDOM.nextBytes(bytes);
        return "_" + HexFormat.of().formatHex(bytes);
    }
}
