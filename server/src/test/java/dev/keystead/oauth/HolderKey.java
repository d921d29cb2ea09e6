package dev.keystead.oauth;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import dev.keystead.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// A key pair of an application. It signs by hand, so that it can sign what no library would.
public final class HolderKey {
    private final String algorithm;
    private final KeyPair pair;
    private final JWK jwk;

    private HolderKey(String algorithm, KeyPair pair, JWK jwk) {
        this.algorithm = algorithm;
        this.pair = pair;
        this.jwk = jwk;
    }

    /// A new key pair.
    ///
    /// @param algorithm ES256, PS256, RS256 or EdDSA
    public static HolderKey of(String algorithm) {
        return of(algorithm, 2048);
    }

    /// A new key pair of another size.
    ///
    /// @param bits of the modulus, for RSA
    public static HolderKey of(String algorithm, int bits) {
        return call(() -> switch (algorithm) {
            case "ES256" -> {
                KeyPair pair = pair("EC", 256);
                yield new HolderKey(
                        algorithm, pair, new ECKey.Builder(Curve.P_256, (ECPublicKey) pair.getPublic()).build());
            }
            case "PS256", "RS256" -> {
                KeyPair pair = pair("RSA", bits);
                yield new HolderKey(algorithm, pair, new RSAKey.Builder((RSAPublicKey) pair.getPublic()).build());
            }
            case "EdDSA" -> {
                KeyPair pair = pair("Ed25519", 255);
                byte[] encoded = pair.getPublic().getEncoded();
                Base64URL point = Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
                yield new HolderKey(algorithm, pair, new OctetKeyPair.Builder(Curve.Ed25519, point).build());
            }
            default -> throw new IllegalArgumentException(algorithm);
        });
    }

    private static KeyPair pair(String kind, int bits) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    public String algorithm() {
        return algorithm;
    }

    public KeyPair pair() {
        return pair;
    }

    /// The public key.
    public Map<String, Object> jwk() {
        return jwk.toJSONObject();
    }

    /// RFC 7638.
    public String thumbprint() {
        return call(() -> jwk.computeThumbprint().toString());
    }

    /// A JWT that says exactly this, signed as the header's own `alg` says or, if that is none of ours, as
    /// this key does.
    public String sign(Map<String, Object> header, Map<String, Object> claims) {
        String input = encoded(Json.bytes(header)) + "." + encoded(Json.bytes(claims));
        return input + "."
                + call(() -> {
                    Signature signature = signature(String.valueOf(header.get("alg")));
                    signature.initSign(pair.getPrivate());
                    signature.update(input.getBytes(StandardCharsets.US_ASCII));
                    return encoded(signature.sign());
                });
    }

    private Signature signature(String wanted) throws GeneralSecurityException {
        return switch (pair.getPublic().getAlgorithm()) {
            case "EC" -> Signature.getInstance("SHA256withECDSAinP1363Format");
            case "RSA" -> {
                if (!wanted.equals("PS256")) {
                    yield Signature.getInstance("SHA256withRSA");
                }
                Signature pss = Signature.getInstance("RSASSA-PSS");
                pss.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
                yield pss;
            }
            default -> Signature.getInstance("Ed25519");
        };
    }

    /// A proof for a request (RFC 9449 section 4.2), to be changed and signed.
    public Draft proof(String method, String address) {
        var header = new LinkedHashMap<String, Object>();
        header.put("typ", "dpop+jwt");
        header.put("alg", algorithm);
        header.put("jwk", jwk());
        var claims = new LinkedHashMap<String, Object>();
        claims.put("jti", UUID.randomUUID().toString());
        claims.put("htm", method);
        claims.put("htu", address);
        claims.put("iat", Instant.now().getEpochSecond());
        return new Draft(header, claims);
    }

    /// An assertion by which a client proves itself (RFC 7523 section 3).
    public Draft assertion(String client, Object audience) {
        long now = Instant.now().getEpochSecond();
        var header = new LinkedHashMap<String, Object>();
        header.put("alg", algorithm);
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", client);
        claims.put("sub", client);
        claims.put("aud", audience);
        claims.put("jti", UUID.randomUUID().toString());
        claims.put("iat", now);
        claims.put("exp", now + 60);
        return new Draft(header, claims);
    }

    /// A JWT that is not signed yet.
    public final class Draft {
        private final Map<String, Object> header;
        private final Map<String, Object> claims;

        private Draft(Map<String, Object> header, Map<String, Object> claims) {
            this.header = header;
            this.claims = claims;
        }

        public Draft header(String name, Object value) {
            header.put(name, value);
            return this;
        }

        public Draft withoutHeader(String name) {
            header.remove(name);
            return this;
        }

        public Draft claim(String name, Object value) {
            claims.put(name, value);
            return this;
        }

        public Draft without(String name) {
            claims.remove(name);
            return this;
        }

        /// For use with this access token at a resource.
        public Draft with(String accessToken) {
            return claim("ath", hash(accessToken));
        }

        public String signed() {
            return sign(header, claims);
        }

        public String signedBy(HolderKey other) {
            return other.sign(header, claims);
        }
    }

    public static String hash(String text) {
        return call(
                () -> encoded(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII))));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private interface Work<T> {
        T get() throws Exception;
    }

    private static <T> T call(Work<T> work) {
        try {
            return work.get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
