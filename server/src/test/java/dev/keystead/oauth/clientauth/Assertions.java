package dev.keystead.oauth.clientauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// Signed assertions as clients make them.
final class Assertions {
    private Assertions() {}

    static ECKey ecKey(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static RSAKey rsaKey(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The claims of a sound assertion.
    static JWTClaimsSet.Builder claims(String clientId, String audience) {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(clientId)
                .subject(clientId)
                .audience(audience)
                .jwtID(UUID.randomUUID().toString())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(60)));
    }

    static String signed(ECKey key, JWTClaimsSet claims) {
        try {
            return signed(JWSAlgorithm.ES256, key.getKeyID(), new ECDSASigner(key), claims);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static String signed(RSAKey key, JWSAlgorithm algorithm, JWTClaimsSet claims) {
        try {
            return signed(algorithm, key.getKeyID(), new RSASSASigner(key), claims);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static String signed(byte[] secret, JWTClaimsSet claims) {
        try {
            return signed(JWSAlgorithm.HS256, "1", new MACSigner(secret), claims);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String signed(JWSAlgorithm algorithm, String id, JWSSigner signer, JWTClaimsSet claims)
            throws JOSEException {
        var jwt = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(id).build(), claims);
        jwt.sign(signer);
        return jwt.serialize();
    }

    /// A token made of texts, which no library would make.
    static String raw(String header, String payload, UnaryOperator<byte[]> sign) {
        String input = Base64URL.encode(header) + "." + Base64URL.encode(payload);
        return input + "." + Base64URL.encode(sign.apply(input.getBytes(StandardCharsets.US_ASCII)));
    }

    /// A key of RFC 8037, made by the JDK.
    record EdKey(KeyPair pair) {
        static EdKey make() {
            try {
                return new EdKey(KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        String jwk(String id) {
            byte[] encoded = pair.getPublic().getEncoded();
            Base64URL point = Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
            return "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"%s\",\"x\":\"%s\"}".formatted(id, point);
        }

        byte[] sign(byte[] input) {
            try {
                Signature signer = Signature.getInstance("Ed25519");
                signer.initSign(pair.getPrivate());
                signer.update(input);
                return signer.sign();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
