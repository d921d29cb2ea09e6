package dev.keystead.credential.password;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;

/// Argon2 as the reference library writes it: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records; hashes are compared by StoredHash.same
record Argon2Hash(Parameters parameters, byte[] salt, byte[] hash) implements StoredHash {
    static final int SALT_BYTES = 16;
    static final int HASH_BYTES = 32;
    private static final int UNNAMED_VERSION = 16;

    static Argon2Hash read(Matcher text) {
        var parameters = new Parameters(
                Parameters.Variant.valueOf(text.group("variant").toUpperCase(Locale.ROOT)),
                Optional.ofNullable(text.group("version"))
                        .map(Integer::parseInt)
                        .orElse(UNNAMED_VERSION),
                StoredHash.number(text, "memory"),
                StoredHash.number(text, "iterations"),
                StoredHash.number(text, "lanes"));
        byte[] salt = StoredHash.bytes(text.group("salt"));
        byte[] hash = StoredHash.bytes(text.group("hash"));
        StoredHash.requireLengths(salt, 8, hash, 16);
        return new Argon2Hash(parameters, salt, hash);
    }

    /// A new hash of a password.
    static Argon2Hash of(byte[] password, Parameters parameters, byte[] salt, Argon2 engine) {
        return new Argon2Hash(parameters, salt, engine.hash(parameters, new Argon2.Input(password, salt), HASH_BYTES));
    }

    boolean matches(byte[] password, Argon2 engine) {
        return StoredHash.same(engine.hash(parameters, new Argon2.Input(password, salt), hash.length), hash);
    }

    /// Whether it is what would be made today.
    boolean isCurrent(Parameters current) {
        return parameters.equals(current) && salt.length >= SALT_BYTES && hash.length >= HASH_BYTES;
    }

    String text() {
        return "$%s$v=%d$m=%d,t=%d,p=%d$%s$%s"
                .formatted(
                        parameters.variant().text(),
                        parameters.version(),
                        parameters.memoryKib(),
                        parameters.iterations(),
                        parameters.parallelism(),
                        StoredHash.text(salt),
                        StoredHash.text(hash));
    }
}
