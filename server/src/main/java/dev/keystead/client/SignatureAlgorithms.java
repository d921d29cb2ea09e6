package dev.keystead.client;

import java.util.List;

/// Signature algorithms by who may use them.
public final class SignatureAlgorithms {
    /// What we sign with.
    public static final List<String> OFFERED = List.of("RS256", "PS256", "ES256", "EdDSA");

    /// What a client with a key pair of its own may sign with.
    public static final List<String> BY_KEY =
            List.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA");

    /// What a client may sign with by its secret.
    public static final List<String> BY_SECRET = List.of("HS256", "HS384", "HS512");

    /// FAPI 2.0 Security Profile section 5.4.1.
    public static final List<String> FAPI2 = List.of("PS256", "ES256", "EdDSA");

    private SignatureAlgorithms() {}
}
