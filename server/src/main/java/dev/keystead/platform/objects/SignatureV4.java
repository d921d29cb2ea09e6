package dev.keystead.platform.objects;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs requests by AWS Signature Version 4, in the header `Authorization`.
///
/// @param secret never part of a request
/// @param service `s3`
record SignatureV4(String accessKey, String secret, String region, String service) {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String UNRESERVED = "-._~";

    /// The form in which `x-amz-date` has a time.
    static String time(Instant at) {
        return TIME.format(at);
    }

    /// The value of the header `Authorization`.
    ///
    /// @param uri with path and query encoded by [#encoded], and the query's parameters in order
    /// @param headers every header that is signed, in small letters; `host` and `x-amz-date` among them
    /// @param payload the hash of the body
    String authorization(String method, URI uri, Map<String, String> headers, String payload, Instant at) {
        SortedMap<String, String> signed = new TreeMap<>(headers);
        String names = String.join(";", signed.keySet());
        String lines = signed.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue().strip() + "\n")
                .collect(Collectors.joining());
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = Optional.ofNullable(uri.getRawQuery()).orElse("");
        String request = String.join("\n", method, path, query, lines, names, payload);
        String day = time(at).substring(0, 8);
        String scope = String.join("/", day, region, service, "aws4_request");
        String toSign = String.join("\n", ALGORITHM, time(at), scope, Sha256.of(utf8(request)));
        byte[] key = mac(mac(mac(mac(utf8("AWS4" + secret), day), region), service), "aws4_request");
        return "%s Credential=%s/%s,SignedHeaders=%s,Signature=%s"
                .formatted(ALGORITHM, accessKey, scope, names, Sha256.hex(mac(key, toSign)));
    }

    /// A text as it stands in a path or a query: everything but letters, digits and `-._~` as the percent form
    /// of its UTF-8 bytes.
    static String encoded(String text) {
        var out = new StringBuilder();
        for (byte each : utf8(text)) {
            char letter = (char) (each & 0xff);
            boolean plain = (letter >= 'A' && letter <= 'Z')
                    || (letter >= 'a' && letter <= 'z')
                    || (letter >= '0' && letter <= '9')
                    || UNRESERVED.indexOf(letter) >= 0;
            out.append(plain ? String.valueOf(letter) : "%%%02X".formatted((int) letter));
        }
        return out.toString();
    }

    private static byte[] mac(byte[] key, String text) {
        try {
            Mac hmac = Mac.getInstance("HmacSHA256");
            hmac.init(new SecretKeySpec(key, "HmacSHA256"));
            return hmac.doFinal(utf8(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HMAC with SHA-256 is part of every JDK", e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "SignatureV4[" + accessKey + ", " + region + "]";
    }
}
