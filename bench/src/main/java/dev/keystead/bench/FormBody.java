package dev.keystead.bench;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Parameters in the form encoding, for a body or a query.
final class FormBody {
    private final StringBuilder text = new StringBuilder(256);

    FormBody with(String name, String value) {
        if (!text.isEmpty()) {
            text.append('&');
        }
        text.append(encode(name)).append('=').append(encode(value));
        return this;
    }

    static String encode(String plain) {
        return URLEncoder.encode(plain, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
