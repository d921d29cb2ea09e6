package dev.keystead.oauth.device;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;

/// The short code that a device shows and a person types (RFC 8628 section 6.1).
///
/// Its letters are consonants, so that no words come out, and none looks like a digit: 20 to the power of 8
/// codes, which is enough beside the brake on guessing and ten minutes of life.
record UserCode(String letters) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
    private static final int LENGTH = 8;
    private static final int LONGEST_TYPED = 40;

    static UserCode make() {
        var letters = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            letters.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return new UserCode(letters.toString());
    }

    /// What somebody typed, with or without dashes and spaces, in whichever case; nothing when it can be
    /// no code.
    static Optional<UserCode> parse(String typed) {
        if (typed.length() > LONGEST_TYPED) {
            return Optional.empty();
        }
        String letters = typed.toUpperCase(Locale.ROOT).replaceAll("[\\s\\p{Pd}.]", "");
        boolean sound = letters.length() == LENGTH && letters.chars().allMatch(letter -> ALPHABET.indexOf(letter) >= 0);
        return sound ? Optional.of(new UserCode(letters)) : Optional.empty();
    }

    /// As people read it: `BCDF-GHJK`.
    String shown() {
        return letters.substring(0, LENGTH / 2) + "-" + letters.substring(LENGTH / 2);
    }
}
