package dev.keystead.credential.totp;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// The address from which an app takes a secret and shows whose it is. It holds the secret: show it to its owner only.
public final class OtpauthUri {
    /// Longer names would make a picture that cameras cannot read.
    private static final int LONGEST_ISSUER = 40;

    private static final int LONGEST_ACCOUNT = 80;

    private OtpauthUri() {}

    /// The address of a secret.
    ///
    /// @param issuer the name of the workspace; a colon in it would end it, so there is none
    /// @param account which account it is, such as its address
    public static String of(Totp totp, TotpSecret secret, String issuer, String account) {
        String by = escaped(shortened(issuer.replace(":", ""), LONGEST_ISSUER));
        String whose = escaped(shortened(account, LONGEST_ACCOUNT));
        return "otpauth://totp/%s:%s?secret=%s&issuer=%s&algorithm=%s&digits=%d&period=%d"
                .formatted(by, whose, secret.base32(), by, totp.algorithm().name(), totp.digits(), totp.period());
    }

    private static String shortened(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest));
    }

    /// Apps read a plus sign as it stands, so a blank is %20.
    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
