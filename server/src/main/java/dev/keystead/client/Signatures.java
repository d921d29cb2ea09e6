package dev.keystead.client;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;

/// Signatures that clients make with keys of their own.
public final class Signatures {
    private Signatures() {}

    /// Whether the key made the signature. The caller has checked that the algorithm is one for keys.
    public static boolean isBy(JWK key, SignedJWT jwt) {
        // RFC 7515 section 4.1.11: an extension that is not understood makes the signature count for nothing.
        if (jwt.getHeader().getCriticalParams() != null) {
            return false;
        }
        try {
            return switch (key) {
                case RSAKey rsa -> jwt.verify(new RSASSAVerifier(rsa));
                case ECKey ec -> jwt.verify(new ECDSAVerifier(ec));
                case OctetKeyPair pair ->
                    Ed25519.verifies(
                            pair, jwt.getSigningInput(), jwt.getSignature().decode());
                default -> false;
            };
        } catch (JOSEException _) {
            return false;
        }
    }
}
