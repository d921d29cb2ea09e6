package dev.keystead.client;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import dev.keystead.client.ClientSettings.Keys;
import dev.keystead.client.ClientSettings.TlsIdentity;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.json.Json;
import java.text.ParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a client must register to prove itself in the way that it chose.
final class AuthenticationRules {
    private static final int MOST_KEYS = 20;
    private static final int LARGEST_JWKS = 32;
    private static final int SMALLEST_RSA = 2048;

    private AuthenticationRules() {}

    static void check(Fields fields, ClientSettings settings) {
        AuthMethod method = settings.authMethod();
        Keys keys = settings.keys();
        signingAlgorithm(fields, method, keys.signingAlgorithm());
        // RFC 7591 section 2.
        fields.refuseIf(
                keys.jwks() != null && keys.jwksUri() != null,
                "jwks",
                "must not be given together with jwks_uri (RFC 7591 section 2)");
        JsonNode jwks = keys.jwks();
        if (jwks != null) {
            wrongWith(jwks).ifPresent(wrong -> fields.refuse("jwks", wrong));
        }
        String jwksUri = keys.jwksUri();
        fields.refuseIf(
                jwksUri != null && !RedirectUris.isFetchable(jwksUri),
                "jwks_uri",
                "must be an https address (or http on this machine) without a fragment, user name or password");
        fields.refuseIf(
                method.usesKeys() && jwks == null && jwksUri == null,
                "jwks",
                "or jwks_uri is needed for " + method.wire());
        tls(fields, method, keys.tls());
    }

    private static void signingAlgorithm(Fields fields, AuthMethod method, @Nullable String algorithm) {
        if (algorithm == null) {
            return;
        }
        List<String> allowed = switch (method) {
            case PRIVATE_KEY_JWT -> SignatureAlgorithms.BY_KEY;
            case CLIENT_SECRET_JWT -> SignatureAlgorithms.BY_SECRET;
            // Said for nothing, and harmless: libraries send it with every method.
            case NONE, CLIENT_SECRET_BASIC, CLIENT_SECRET_POST, TLS_CLIENT_AUTH, SELF_SIGNED_TLS_CLIENT_AUTH ->
                Stream.concat(SignatureAlgorithms.BY_KEY.stream(), SignatureAlgorithms.BY_SECRET.stream())
                        .toList();
        };
        fields.oneOf("token_endpoint_auth_signing_alg", algorithm, allowed);
    }

    /// RFC 8705 section 2.1.2: exactly one name is expected in the certificate.
    private static void tls(Fields fields, AuthMethod method, TlsIdentity tls) {
        long given = Stream.of(tls.subjectDn(), tls.sanDns(), tls.sanUri(), tls.sanIp(), tls.sanEmail())
                .filter(Objects::nonNull)
                .count();
        fields.refuseIf(
                given > 1,
                "tls_client_auth_subject_dn",
                "must be the only one of the tls_client_auth members (RFC 8705 section 2.1.2)");
        fields.refuseIf(
                method == AuthMethod.TLS_CLIENT_AUTH && given == 0,
                "tls_client_auth_subject_dn",
                "or one of the tls_client_auth_san members is needed for tls_client_auth (RFC 8705 section 2.1.2)");
        Stream.of(tls.sanDns(), tls.sanUri(), tls.sanIp(), tls.sanEmail())
                .filter(Objects::nonNull)
                .forEach(name -> fields.text("tls_client_auth_san", name, 1, 500));
        String name = tls.subjectDn();
        fields.refuseIf(
                name != null && !isDistinguishedName(name),
                "tls_client_auth_subject_dn",
                "must be a distinguished name as RFC 4514 writes it, such as CN=client,O=Example");
    }

    private static boolean isDistinguishedName(String name) {
        try {
            return name.length() <= 500 && !new X500Principal(name).getName().isEmpty();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static Optional<String> wrongWith(JsonNode jwks) {
        byte[] bytes = Json.bytes(jwks);
        if (bytes.length > LARGEST_JWKS * 1024) {
            return Optional.of("must have at most " + LARGEST_JWKS + " KiB");
        }
        try {
            List<JWK> keys = JWKSet.parse(Json.text(jwks)).getKeys();
            if (keys.isEmpty() || keys.size() > MOST_KEYS) {
                return Optional.of("must have 1 to " + MOST_KEYS + " keys of a known type (RFC 7517 section 5)");
            }
            for (JWK key : keys) {
                Optional<String> wrong = wrongWith(key);
                if (wrong.isPresent()) {
                    return wrong;
                }
            }
            return Optional.empty();
        } catch (ParseException _) {
            return Optional.of("must be a JSON Web Key set (RFC 7517 section 5)");
        }
    }

    private static Optional<String> wrongWith(JWK key) {
        if (key.isPrivate() || !(key instanceof AsymmetricJWK)) {
            return Optional.of("must have public keys only; a key that was sent here is no longer secret");
        }
        try {
            return key instanceof RSAKey rsa
                            && rsa.toRSAPublicKey().getModulus().bitLength() < SMALLEST_RSA
                    ? Optional.of("must have RSA keys of at least " + SMALLEST_RSA + " bits")
                    : Optional.empty();
        } catch (JOSEException _) {
            return Optional.of("has an RSA key that cannot be read");
        }
    }
}
