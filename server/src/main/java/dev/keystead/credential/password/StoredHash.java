package dev.keystead.credential.password;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A hash as it stands in the database: ours, or one that was brought from another system.
///
/// Each form knows its own text, and refuses parameters that would take more memory or time than a login may.
sealed interface StoredHash permits StoredHash.Unusable, Argon2Hash, BcryptHash, Pbkdf2Hash, ScryptHash {
    /// No form that is known here needs more.
    int LONGEST_TEXT = 512;

    /// Something that no password can be compared with.
    ///
    /// @param reason what is wrong, as the end of a sentence about the hash; holds nothing of the hash itself
    record Unusable(String reason) implements StoredHash {}

    /// Reads any text at all.
    static StoredHash parse(String text) {
        if (text.length() > LONGEST_TEXT) {
            return new Unusable("it is longer than " + LONGEST_TEXT + " characters");
        }
        try {
            for (Form form : Form.values()) {
                Matcher matcher = form.pattern.matcher(text);
                if (matcher.matches()) {
                    return form.read(matcher);
                }
            }
        } catch (IllegalArgumentException e) {
            return new Unusable(String.valueOf(e.getMessage()));
        }
        return new Unusable("it is not an argon2, bcrypt, pbkdf2 or scrypt hash in a form that is known");
    }

    /// The texts that are recognised.
    enum Form {
        /// The form of the reference library. Hashes of before 2016 name no version.
        ARGON2("""
                \\$(?<variant>argon2(?:id|i|d))(?:\\$v=(?<version>[0-9]{1,3}))?\
                \\$m=(?<memory>[0-9]{1,9}),t=(?<iterations>[0-9]{1,9}),p=(?<lanes>[0-9]{1,9})\
                \\$(?<salt>[A-Za-z0-9+/]+)\\$(?<hash>[A-Za-z0-9+/]+)""") {
            @Override
            StoredHash read(Matcher text) {
                return Argon2Hash.read(text);
            }
        },
        /// OpenBSD's form in the three spellings that mean the same.
        BCRYPT("\\$2[aby]\\$(?<cost>[0-9]{2})\\$[./A-Za-z0-9]{53}") {
            @Override
            StoredHash read(Matcher text) {
                return BcryptHash.read(text);
            }
        },
        /// passlib's form, whose base64 has a dot for the plus, and the PHC form, which names the iterations.
        PBKDF2("""
                \\$pbkdf2(?:-(?<digest>sha1|sha256|sha512))?\
                \\$(?:i=)?(?<iterations>[0-9]{1,9})(?:,l=[0-9]{1,3})?\
                \\$(?<salt>[A-Za-z0-9+./]+)\\$(?<hash>[A-Za-z0-9+./]+)""") {
            @Override
            StoredHash read(Matcher text) {
                return Pbkdf2Hash.read(text);
            }
        },
        /// Django's form, whose salt is text.
        DJANGO("""
                pbkdf2_(?<digest>sha1|sha256|sha512)\\$(?<iterations>[0-9]{1,9})\
                \\$(?<salt>[\\x21-\\x23\\x25-\\x7e]+)\\$(?<hash>[A-Za-z0-9+/]+)={0,2}""") {
            @Override
            StoredHash read(Matcher text) {
                return Pbkdf2Hash.readDjango(text);
            }
        },
        SCRYPT("""
                \\$scrypt\\$ln=(?<rounds>[0-9]{1,2}),r=(?<block>[0-9]{1,3}),p=(?<lanes>[0-9]{1,3})\
                \\$(?<salt>[A-Za-z0-9+/]+)\\$(?<hash>[A-Za-z0-9+/]+)""") {
            @Override
            StoredHash read(Matcher text) {
                return ScryptHash.read(text);
            }
        };

        private final Pattern pattern;

        Form(String regex) {
            this.pattern = Pattern.compile(regex);
        }

        /// Reads a text of this form, or throws what is wrong with it.
        abstract StoredHash read(Matcher text);
    }

    /// Base64 as in hashes: without padding. Text that is not what the bytes would be written as is refused, so that a
    /// hash has one spelling.
    static byte[] bytes(String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            if (text(bytes).equals(base64)) {
                return bytes;
            }
        } catch (IllegalArgumentException malformed) {
            // The decoder's message quotes what it read, and a hash belongs in no message.
        }
        throw new IllegalArgumentException("its salt or its hash is not base64");
    }

    static String text(byte[] bytes) {
        return Base64.getEncoder().withoutPadding().encodeToString(bytes);
    }

    /// A number of few digits, as the patterns promise.
    static int number(Matcher text, String group) {
        return Integer.parseInt(text.group(group));
    }

    /// Refuses lengths that nobody uses: a short hash is one that other passwords may have too.
    static void requireLengths(byte[] salt, int leastSalt, byte[] hash, int leastHash) {
        if (salt.length < leastSalt || salt.length > 64) {
            throw new IllegalArgumentException("its salt has not " + leastSalt + " to 64 bytes");
        }
        if (hash.length < leastHash || hash.length > 64) {
            throw new IllegalArgumentException("it has not " + leastHash + " to 64 bytes");
        }
    }

    /// Takes the same time wherever the first difference is.
    static boolean same(byte[] computed, byte[] stored) {
        return MessageDigest.isEqual(computed, stored);
    }
}
