package dev.keystead.acceptance;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What people have on their phone: codes of RFC 6238 from a key that was typed in.
final class AuthenticatorApp {
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int STEP_SECONDS = 30;

    private final byte[] key;
    private final long begun = Instant.now().getEpochSecond() / STEP_SECONDS;

    private AuthenticatorApp(byte[] key) {
        this.key = key;
    }

    /// @param typed the key in base32, with or without spaces
    static AuthenticatorApp with(String typed) {
        String digits = typed.replaceAll("\\s", "").toUpperCase(Locale.ROOT);
        var bytes = ByteBuffer.allocate(digits.length() * 5 / 8);
        int held = 0;
        int bits = 0;
        for (int i = 0; i < digits.length(); i++) {
            held = held << 5 | BASE32.indexOf(digits.charAt(i));
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes.put((byte) (held >> bits));
            }
        }
        return new AuthenticatorApp(bytes.array());
    }

    /// The code of the time step in which the app was set up.
    String firstCode() {
        return code(begun);
    }

    /// The code of the step after it: a server takes it a little early, and never takes the first one again.
    String nextCode() {
        return code(begun + 1);
    }

    private String code(long step) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(key, "HmacSHA1"));
            byte[] hash =
                    mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
            int number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xf) & Integer.MAX_VALUE;
            return String.format(Locale.ROOT, "%06d", number % 1_000_000);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
