package dev.keystead.client;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.key.Algorithm;
import dev.keystead.key.Engine;

/// Signatures that clients make with keys of their own.
public final class Signatures {
    /// RFC 7518 sections 3.3 and 3.5. Keys at an address of the client's are seen here for the first time.
    private static final int SMALLEST_RSA = 2048;

    private Signatures() {}

    /// Whether the key made the signature. The caller has checked that the algorithm is one for keys.
    public static boolean isBy(JWK key, SignedJWT jwt) {
        // RFC 7515 section 4.1.11: an extension that is not understood makes the signature count for nothing.
        if (jwt.getHeader().getCriticalParams() != null) {
            return false;
        }
        try {
            return switch (key) {
                case RSAKey rsa -> rsa.size() >= SMALLEST_RSA && isBy(new RSASSAVerifier(rsa), jwt);
                case ECKey ec
                when JWSAlgorithm.ES256.equals(jwt.getHeader().getAlgorithm()) && P256.isOf(ec) ->
                    P256.verifies(ec, jwt.getSigningInput(), jwt.getSignature().decode());
                case ECKey ec -> isBy(new ECDSAVerifier(ec), jwt);
                case OctetKeyPair pair ->
                    Ed25519.verifies(
                            pair, jwt.getSigningInput(), jwt.getSignature().decode());
                default -> false;
            };
        } catch (JOSEException _) {
            return false;
        }
    }

    /// The library checks what has to be checked around a signature; the fast engine computes it, where it can.
    private static boolean isBy(JWSVerifier verifier, SignedJWT jwt) throws JOSEException {
        Algorithm.find(jwt.getHeader().getAlgorithm().getName())
                .map(Engine.ofThisProcess()::verifying)
                .ifPresent(verifier.getJCAContext()::setProvider);
        return jwt.verify(verifier);
    }
}
