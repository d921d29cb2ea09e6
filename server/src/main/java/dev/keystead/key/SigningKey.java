package dev.keystead.key;

import dev.keystead.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A key that signs, ready to be used: signing asks nothing but the processor.
public final class SigningKey {
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private final Engine engine;
    private final Algorithm algorithm;
    private final String kid;
    private final PrivateKey key;

    /// Encoded headers by type: there are as many as our code has kinds of tokens.
    private final Map<String, String> headers = new ConcurrentHashMap<>();

    SigningKey(Engine engine, Algorithm algorithm, String kid, PrivateKey key) {
        this.engine = engine;
        this.algorithm = algorithm;
        this.kid = kid;
        this.key = key;
    }

    public Algorithm algorithm() {
        return algorithm;
    }

    /// How a token names this key.
    public String kid() {
        return kid;
    }

    /// A token in compact form (RFC 7515 §7.1) that names this key.
    ///
    /// @param type the `typ` of the header, such as `at+jwt`
    /// @param claims texts, numbers, truth values, lists and maps; times are seconds since 1970
    public String sign(String type, Map<String, ?> claims) {
        String input = headers.computeIfAbsent(type, this::header) + "." + BASE64URL.encodeToString(Json.bytes(claims));
        byte[] signature = engine.sign(algorithm, key, input.getBytes(StandardCharsets.US_ASCII));
        return input + "." + BASE64URL.encodeToString(signature);
    }

    private String header(String type) {
        var header = new LinkedHashMap<String, Object>();
        header.put("alg", algorithm.word());
        header.put("kid", kid);
        header.put("typ", type);
        return BASE64URL.encodeToString(Json.bytes(header));
    }

    /// Never the key itself.
    @Override
    public String toString() {
        return kid;
    }
}
