package dev.keystead.federation.oidc;

/// What a provider gave for a code.
record Tokens(String idToken, String accessToken) {
    /// Without the tokens.
    @Override
    public String toString() {
        return "Tokens";
    }
}
