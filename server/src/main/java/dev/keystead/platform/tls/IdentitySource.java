package dev.keystead.platform.tls;

/// Where a server's certificate and key come from.
public sealed interface IdentitySource permits IdentityFiles, SelfSigned {
    /// What is to be shown now.
    ///
    /// @throws StartRefused with one sentence when there is nothing that clients could accept
    Identity identity();
}
