package dev.keystead.credential.password;

import java.text.Normalizer;

/// The one form in which a password is counted, compared and hashed here: NFKC, as NIST SP 800-63B asks. A person who
/// types é on one keyboard gets in from another that sends e and an accent. Letter case and blanks stay as they are.
final class PasswordText {
    private PasswordText() {}

    static String normalised(String typed) {
        return Normalizer.normalize(whole(typed), Normalizer.Form.NFKC);
    }

    /// The text with each half of a surrogate pair replaced by U+FFFD, which any decoder would make of it. Java's own
    /// encoder would make a question mark of it, and a question mark is somebody's password.
    static String whole(String text) {
        return text.codePoints()
                .map(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xFFFD : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
