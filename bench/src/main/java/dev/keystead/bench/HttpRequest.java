package dev.keystead.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/// One request, ready to be written in a single packet where it fits.
///
/// @param headerLines complete lines, each ended by CR LF
/// @param contentType empty when there is no body
record HttpRequest(String method, HttpUrl url, String headerLines, String contentType, String body) {
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9-]+");

    static HttpRequest get(HttpUrl url) {
        return new HttpRequest("GET", url, "", "", "");
    }

    static HttpRequest postForm(HttpUrl url, FormBody form) {
        return new HttpRequest("POST", url, "", "application/x-www-form-urlencoded", form.toString());
    }

    static HttpRequest postJson(HttpUrl url, String json) {
        return new HttpRequest("POST", url, "", "application/json", json);
    }

    HttpRequest withHeader(String name, String value) {
        return withHeaderLines(headerLine(name, value));
    }

    /// Adds lines made by `headerLine`, for a caller that sends the same ones again and again.
    HttpRequest withHeaderLines(String lines) {
        return new HttpRequest(method, url, headerLines + lines, contentType, body);
    }

    /// The same request for another address, as a 307 or 308 asks for.
    HttpRequest redirectedTo(HttpUrl other) {
        return new HttpRequest(method, other, headerLines, contentType, body);
    }

    /// One header line; refuses what would break out of it.
    static String headerLine(String name, String value) {
        if (!HEADER_NAME.matcher(name).matches()) {
            throw new Refusal("`" + name + "` is not a header name: use letters, digits and hyphens.");
        }
        if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f || c > 0xff)) {
            throw new Refusal("The value of the header `" + name + "` holds a character that HTTP does not carry.");
        }
        return name + ": " + value + "\r\n";
    }

    byte[] encode() {
        StringBuilder head = new StringBuilder(256 + headerLines.length())
                .append(method)
                .append(' ')
                .append(url.target())
                .append(" HTTP/1.1\r\nHost: ")
                .append(url.authority())
                .append("\r\nUser-Agent: keystead-bench\r\n")
                .append(headerLines);
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        if (!contentType.isEmpty()) {
            head.append("Content-Type: ").append(contentType).append("\r\n");
            head.append("Content-Length: ").append(content.length).append("\r\n");
        }
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = Arrays.copyOf(start, start.length + content.length);
        System.arraycopy(content, 0, whole, start.length, content.length);
        return whole;
    }
}
