package dev.keystead.credential.totp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// How codes are made from a secret and the time (RFC 6238).
///
/// @param digits how long a code is
/// @param period how many seconds a code lasts
public record Totp(Algorithm algorithm, int digits, int period) {
    /// What every app understands; many ignore any other wish.
    public static final Totp COMMON = new Totp(Algorithm.SHA1, 6, 30);

    /// The clocks of two sides may be this many steps apart.
    private static final int SKEW = 1;

    public Totp {
        if (digits < 6 || digits > 8 || period < 15) {
            throw new IllegalArgumentException("a code has 6 to 8 digits and lasts 15 seconds at least");
        }
    }

    /// The hash inside the HMAC.
    public enum Algorithm {
        SHA1,
        SHA256,
        SHA512;

        /// As the HMAC is called in the JDK.
        private String mac() {
            return "Hmac" + name();
        }

        /// As it is stored.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Algorithm of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /// What a typed code is worth.
    public sealed interface Match {
        /// It is the code of this step, which is later than any that was accepted.
        record At(long step) implements Match {}

        /// It is a code of now, but of a step that was accepted already or lies before one.
        record Used() implements Match {}

        record None() implements Match {}
    }

    /// The number of the time step at a moment.
    public long step(Instant at) {
        return Math.floorDiv(at.getEpochSecond(), period);
    }

    public String code(byte[] secret, long step) {
        byte[] hash = hmac(secret, step);
        int offset = hash[hash.length - 1] & 0xf;
        int number = ByteBuffer.wrap(hash, offset, Integer.BYTES).getInt() & Integer.MAX_VALUE;
        return String.format(Locale.ROOT, "%0" + digits + "d", number % power());
    }

    /// Compares what was typed with the codes of now.
    ///
    /// @param typed what the person typed; blanks in it do not matter
    /// @param after the last step that was accepted
    public Match match(byte[] secret, String typed, Instant at, long after) {
        byte[] given = typed.replaceAll("\\s", "").getBytes(StandardCharsets.UTF_8);
        long now = step(at);
        Match match = new Match.None();
        for (long step = now - SKEW; step <= now + SKEW; step++) {
            byte[] expected = code(secret, step).getBytes(StandardCharsets.UTF_8);
            if (MessageDigest.isEqual(expected, given) && !(match instanceof Match.At)) {
                match = step > after ? new Match.At(step) : new Match.Used();
            }
        }
        return match;
    }

    private int power() {
        int power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }

    private byte[] hmac(byte[] secret, long step) {
        try {
            Mac mac = Mac.getInstance(algorithm.mac());
            mac.init(new SecretKeySpec(secret, algorithm.mac()));
            return mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(algorithm.mac() + " is part of every JDK", e);
        }
    }
}
