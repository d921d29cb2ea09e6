package dev.keystead.credential.password;

import java.util.regex.Matcher;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/// bcrypt as OpenBSD writes it: `$2b$12$` and 53 characters. Of a password, 72 bytes count.
record BcryptHash(String text) implements StoredHash {
    private static final int MOST_COST = 14;

    static BcryptHash read(Matcher text) {
        int cost = StoredHash.number(text, "cost");
        if (cost < 4 || cost > MOST_COST) {
            throw new IllegalArgumentException("its cost is not 4 to " + MOST_COST);
        }
        return new BcryptHash(text.group());
    }

    boolean matches(byte[] password) {
        boolean same = OpenBSDBCrypt.checkPassword(text, password);
        return same && !hasZero(password);
    }

    /// To bcrypt a zero byte ends the password. One inside cannot be part of what was hashed, and with some of them a
    /// password is another one repeated.
    private static boolean hasZero(byte[] password) {
        for (byte one : password) {
            if (one == 0) {
                return true;
            }
        }
        return false;
    }
}
