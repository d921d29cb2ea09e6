package dev.keystead.bot;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.client.Signatures;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.platform.json.Json;
import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Judges what a service identity signed to show that a key is its own: a JWT of type
/// `service-attestation+jwt` with the identity as `sub`, the workspace's issuer as `aud` and the challenge as
/// `nonce`.
///
/// Whether the challenge is one that was given, and is answered for the first time, is not judged here.
sealed interface AttestationProof {
    /// The header `typ`: nothing else that the key signs can be taken for a proof (RFC 8725 section 3.11).
    JOSEObjectType TYPE = new JOSEObjectType("service-attestation+jwt");

    /// The key made the signature.
    ///
    /// @param key the public key alone, with the name that assertions may call it by
    /// @param thumbprint RFC 7638
    record Sound(Secret nonce, JsonNode key, String thumbprint) implements AttestationProof {}

    /// A member of the body cannot be so.
    record Wrong(String member, String reason) implements AttestationProof {}

    /// Reads a proof.
    ///
    /// @param about whose key it shall be
    static AttestationProof read(JsonNode key, String proof, ServiceIdentityId about, String audience) {
        try {
            JWK parsed = JWK.parse(Json.text(key));
            Optional<String> algorithm = algorithm(parsed);
            if (parsed.isPrivate() || algorithm.isEmpty()) {
                return new Wrong("key", "must be a public key of P-256 or Ed25519, without its private part");
            }
            return read(parsed, algorithm.get(), proof, about, audience);
        } catch (ParseException _) {
            return new Wrong("key", "must be a JSON Web Key (RFC 7517)");
        }
    }

    private static AttestationProof read(
            JWK key, String algorithm, String proof, ServiceIdentityId about, String audience) {
        try {
            SignedJWT jwt = SignedJWT.parse(proof);
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            if (!TYPE.equals(jwt.getHeader().getType())) {
                return new Wrong("proof", "must have the header typ " + TYPE);
            }
            // The key alone says how it signs (RFC 8725 section 3.1).
            if (!algorithm.equals(jwt.getHeader().getAlgorithm().getName()) || !Signatures.isBy(key, jwt)) {
                return new Wrong("proof", "must be signed by the key, with " + algorithm);
            }
            if (!about.text().equals(claims.getSubject())) {
                return new Wrong("proof", "must have " + about.text() + " as sub");
            }
            if (!claims.getAudience().contains(audience)) {
                return new Wrong("proof", "must have " + audience + " as aud");
            }
            Optional<Secret> nonce = Optional.ofNullable(claims.getStringClaim("nonce"))
                    .flatMap(text -> Secret.parse(SecretPrefix.ATTESTATION, text));
            if (nonce.isEmpty()) {
                return new Wrong("proof", "must have the nonce of a challenge");
            }
            String thumbprint = key.computeThumbprint().toString();
            return new Sound(nonce.get(), named(key, thumbprint), thumbprint);
        } catch (ParseException | JOSEException _) {
            return new Wrong("proof", "must be a signed JWT (RFC 7519)");
        }
    }

    private static Optional<String> algorithm(JWK key) {
        return switch (key) {
            case ECKey ec when Curve.P_256.equals(ec.getCurve()) -> Optional.of("ES256");
            case OctetKeyPair pair when Curve.Ed25519.equals(pair.getCurve()) -> Optional.of("EdDSA");
            default -> Optional.empty();
        };
    }

    /// Nothing of what else was sent is kept but the name, by which assertions find the key.
    private static JsonNode named(JWK key, String thumbprint) {
        Map<String, Object> members = new LinkedHashMap<>(key.getRequiredParams());
        members.put("kid", Objects.requireNonNullElse(key.getKeyID(), thumbprint));
        return Json.treeOf(members);
    }
}
