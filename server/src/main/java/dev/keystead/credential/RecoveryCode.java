package dev.keystead.credential;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;

/// A recovery code as a person reads and types it: its number and ten characters, such as `4-7k2qd-9xw3m`.
///
/// The number tells which of the ten it is, and the characters carry 50 random bits.
///
/// @param number 0 to 9
/// @param characters ten of Crockford's alphabet, lower case
record RecoveryCode(int number, String characters) {
    static final int MANY = 10;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 10;
    private static final int GROUP = 5;
    private static final int LONGEST_TYPED = 60;

    static RecoveryCode make(int number) {
        var characters = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            characters.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return new RecoveryCode(number, characters.toString());
    }

    /// The code that somebody meant: case, blanks and hyphens do not matter, and letters that look like digits are
    /// those digits.
    static Optional<RecoveryCode> typed(String text) {
        if (text.length() > LONGEST_TYPED) {
            return Optional.empty();
        }
        String meant = text.toLowerCase(Locale.ROOT)
                .replaceAll("[\\s\\p{Pd}]", "")
                .replace('o', '0')
                .replaceAll("[il]", "1");
        return meant.matches("[0-9][%s]{%d}".formatted(ALPHABET, LENGTH))
                ? Optional.of(new RecoveryCode(meant.charAt(0) - '0', meant.substring(1)))
                : Optional.empty();
    }

    String text() {
        return number + "-" + characters.substring(0, GROUP) + "-" + characters.substring(GROUP);
    }

    /// Never the code itself, which would get into logs.
    @Override
    public String toString() {
        return "recovery code " + number;
    }
}
