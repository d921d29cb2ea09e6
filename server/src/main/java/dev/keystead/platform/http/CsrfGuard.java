package dev.keystead.platform.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Lets a form through only when it comes from a page that this server gave to the same browser.
///
/// The browser holds a random cookie; the form holds its HMAC under the server's key. The HMAC is masked anew in each
/// page, so that compressing the page tells nothing about it. Where the browser says which site sent the form, that is
/// checked first.
public final class CsrfGuard {
    /// The name of the hidden field.
    public static final String FIELD = "csrf";

    private static final String COOKIE = "keystead-form";
    private static final int SIZE = 32;
    private static final Pattern COOKIE_VALUE = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    /// Guards forms with a key that no client knows.
    ///
    /// @param key at least 32 random bytes, the same on every node
    public CsrfGuard(byte[] key) {
        if (key.length < SIZE) {
            throw new IllegalArgumentException("the key against forged forms must have at least 32 bytes");
        }
        this.key = new SecretKeySpec(key, "HmacSHA256");
    }

    Session session(RequestHead head) {
        return new Session(head);
    }

    /// One browser's cookie during one request.
    final class Session {
        private final RequestHead head;
        private @Nullable String cookie;
        private boolean fresh;

        private Session(RequestHead head) {
            this.head = head;
        }

        String token() {
            String bound = cookie().orElseGet(this::makeCookie);
            byte[] mac = mac(bound);
            var masked = new byte[SIZE * 2];
            var pad = new byte[SIZE];
            RANDOM.nextBytes(pad);
            for (int i = 0; i < SIZE; i++) {
                masked[i] = pad[i];
                masked[SIZE + i] = (byte) (pad[i] ^ mac[i]);
            }
            return Base64.getUrlEncoder().withoutPadding().encodeToString(masked);
        }

        /// Whether the form was made by this server for this browser.
        boolean accepts(FormFields form) {
            Optional<String> bound = cookie();
            Optional<String> token = form.find(FIELD);
            return sentFromHere() && bound.isPresent() && token.isPresent() && matches(bound.get(), token.get());
        }

        /// The cookie to set, if one was made for the page.
        Optional<Cookie> setCookie() {
            return fresh ? Optional.ofNullable(cookie).map(made -> Cookie.untilClosed(COOKIE, made)) : Optional.empty();
        }

        private Optional<String> cookie() {
            if (cookie == null) {
                cookie = sentCookie().orElse(null);
            }
            return Optional.ofNullable(cookie);
        }

        private String makeCookie() {
            var random = new byte[SIZE];
            RANDOM.nextBytes(random);
            String made = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
            cookie = made;
            fresh = true;
            return made;
        }

        private Optional<String> sentCookie() {
            return Cookie.sent(head, COOKIE)
                    .filter(value -> COOKIE_VALUE.matcher(value).matches());
        }

        private boolean sentFromHere() {
            Optional<String> site = head.header("Sec-Fetch-Site");
            if (site.isPresent()
                    && !site.get().equals("same-origin")
                    && !site.get().equals("none")) {
                return false;
            }
            Optional<String> origin = head.header("Origin");
            return origin.isEmpty() || isOwn(origin.get());
        }

        /// Compares host and port only: a proxy that ends TLS without saying so would make the schemes differ.
        private boolean isOwn(String origin) {
            try {
                String authority = URI.create(origin).getAuthority();
                return authority != null
                        && withoutUsualPort(authority)
                                .equals(withoutUsualPort(head.origin().authority()));
            } catch (IllegalArgumentException _) {
                return false;
            }
        }
    }

    private boolean matches(String bound, String token) {
        byte[] masked;
        try {
            masked = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException _) {
            return false;
        }
        if (masked.length != SIZE * 2) {
            return false;
        }
        var mac = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            mac[i] = (byte) (masked[i] ^ masked[SIZE + i]);
        }
        return MessageDigest.isEqual(mac, mac(bound));
    }

    private byte[] mac(String bound) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(("keystead form\n" + bound).getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    private static final Pattern USUAL_PORT = Pattern.compile("(.*):(80|443)");

    private static String withoutUsualPort(String authority) {
        Matcher usual = USUAL_PORT.matcher(authority.toLowerCase(Locale.ROOT));
        return usual.matches() ? usual.group(1) : authority.toLowerCase(Locale.ROOT);
    }
}
