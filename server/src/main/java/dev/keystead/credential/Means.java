package dev.keystead.credential;

/// What a user can get in with.
///
/// @param app whether there is an authenticator app that counts
/// @param recoveryCodes how many are left
public record Means(boolean password, boolean app, int passkeys, int recoveryCodes) {
    /// Whether a password alone is not enough for this user. Recovery codes are no factor of their own: they stand in
    /// for one that was lost.
    public boolean secondFactor() {
        return app || passkeys > 0;
    }
}
