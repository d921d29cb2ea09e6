package dev.keystead.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever computes them: the JDK's own code makes these signatures.
class SignaturesTest {
    private static final int TO_BE_CHANGED = 20;

    private static JWK key(String algorithm) throws Exception {
        return switch (algorithm) {
            case "ES256" -> new ECKeyGenerator(Curve.P_256).generate();
            case "ES384" -> new ECKeyGenerator(Curve.P_384).generate();
            case "ES512" -> new ECKeyGenerator(Curve.P_521).generate();
            default -> new RSAKeyGenerator(2048).generate();
        };
    }

    private static SignedJWT signed(String algorithm, JWK key) throws Exception {
        JWSSigner signer = key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
        var jwt = new SignedJWT(
                new JWSHeader(JWSAlgorithm.parse(algorithm)),
                new JWTClaimsSet.Builder().subject("a").build());
        jwt.sign(signer);
        return jwt;
    }

    private static SignedJWT with(SignedJWT jwt, byte[] signature) throws Exception {
        String text = jwt.serialize();
        return SignedJWT.parse(text.substring(0, text.lastIndexOf('.') + 1) + Base64URL.encode(signature));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"})
    void aSignatureIsItsKeysAndNobodyElses(String algorithm) throws Exception {
        JWK key = key(algorithm);
        SignedJWT jwt = signed(algorithm, key);
        assertThat(Signatures.isBy(key.toPublicJWK(), jwt)).isTrue();
        assertThat(Signatures.isBy(key(algorithm).toPublicJWK(), SignedJWT.parse(jwt.serialize())))
                .isFalse();
        byte[] changed = jwt.getSignature().decode();
        changed[TO_BE_CHANGED] ^= 1;
        assertThat(Signatures.isBy(key.toPublicJWK(), with(jwt, changed))).isFalse();
        // What a broken check of elliptic curves once took for every message's signature.
        assertThat(Signatures.isBy(key.toPublicJWK(), with(jwt, new byte[changed.length])))
                .isFalse();
        assertThat(Signatures.isBy(key.toPublicJWK(), with(jwt, new byte[] {1})))
                .isFalse();
    }

    /// RFC 7518 sections 3.3 and 3.5: such a key has been factored before.
    @ParameterizedTest
    @ValueSource(strings = {"RS256", "PS256"})
    void aKeyThatIsTooShortSignsNothing(String algorithm) throws Exception {
        RSAKey key = new RSAKeyGenerator(1024, true).generate();
        var signer = new RSASSASigner(key.toPrivateKey(), Set.of(AllowWeakRSAKey.getInstance()));
        var jwt = new SignedJWT(
                new JWSHeader(JWSAlgorithm.parse(algorithm)),
                new JWTClaimsSet.Builder().subject("a").build());
        jwt.sign(signer);
        assertThat(Signatures.isBy(key.toPublicJWK(), jwt)).isFalse();
    }
}
