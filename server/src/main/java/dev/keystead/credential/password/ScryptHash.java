package dev.keystead.credential.password;

import java.util.regex.Matcher;
import org.bouncycastle.crypto.generators.SCrypt;

/// scrypt (RFC 7914) as the PHC writes it: `$scrypt$ln=16,r=8,p=1$salt$hash`.
///
/// @param rounds the logarithm of N to the base 2
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records; hashes are compared by StoredHash.same
record ScryptHash(int rounds, int block, int lanes, byte[] salt, byte[] hash) implements StoredHash {
    private static final int MOST_ROUNDS = 20;
    private static final long MOST_MEMORY = 128L << 20;
    private static final long MOST_MEMORY_FILLED = 2 * MOST_MEMORY;

    static ScryptHash read(Matcher text) {
        int rounds = StoredHash.number(text, "rounds");
        int block = StoredHash.number(text, "block");
        int lanes = StoredHash.number(text, "lanes");
        if (rounds < 1 || rounds > MOST_ROUNDS || block < 1 || lanes < 1) {
            throw new IllegalArgumentException("its ln is not 1 to " + MOST_ROUNDS + ", or its r or p is 0");
        }
        long memory = (128L * block) << rounds;
        // RFC 7914 bounds N by the size of a block.
        if (memory > MOST_MEMORY || memory * lanes > MOST_MEMORY_FILLED || rounds >= 16 * block) {
            throw new IllegalArgumentException("its ln, r and p ask for more memory or time than a login may take");
        }
        byte[] salt = StoredHash.bytes(text.group("salt"));
        byte[] hash = StoredHash.bytes(text.group("hash"));
        StoredHash.requireLengths(salt, 1, hash, 32);
        return new ScryptHash(rounds, block, lanes, salt, hash);
    }

    boolean matches(byte[] password) {
        return StoredHash.same(SCrypt.generate(password, salt, 1 << rounds, block, lanes, hash.length), hash);
    }
}
