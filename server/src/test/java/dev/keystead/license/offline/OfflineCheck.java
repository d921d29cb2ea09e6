package dev.keystead.license.offline;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.X509CertUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a program does that keeps a workspace's keys, has no network and sees a device's certificate: by Nimbus alone,
/// with nothing of ours.
///
/// @param keys as they were published when there was a network
record OfflineCheck(String issuer, JWKSet keys) {
    /// What a device may use now.
    ///
    /// @param shown the certificate of the connection, whose key the device has proved there
    /// @throws Exception when the document is not to be believed
    List<String> usable(String document, X509Certificate shown, Instant now) throws Exception {
        JWTClaimsSet claims = believed(document);
        Map<String, Object> bound = claims.getJSONObjectClaim("cnf");
        String thumbprint = X509CertUtils.computeSHA256Thumbprint(shown).toString();
        if (!thumbprint.equals(bound.get("x5t#S256"))) {
            throw new SecurityException("the document is for another certificate");
        }
        return claims.getListClaim("ent").stream()
                .map(item -> (Map<?, ?>) item)
                .filter(item -> Long.parseLong(String.valueOf(item.get("exp"))) > now.getEpochSecond())
                .map(item -> String.valueOf(item.get("module")))
                .toList();
    }

    /// Signature, kind, issuer and end.
    JWTClaimsSet believed(String document) throws Exception {
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("entitlements+jwt")));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.ES256, new ImmutableJWKSet<>(keys)));
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                new JWTClaimsSet.Builder().issuer(issuer).build(),
                Set.of("sub", "device_id", "node_id", "cnf", "ent", "iat", "exp")));
        return processor.process(document, null);
    }
}
