package dev.keystead.platform.http;

import dev.keystead.platform.tls.IdentitySource;
import java.util.OptionalInt;

/// How the server speaks TLS.
///
/// @param identity where its certificate and key come from
/// @param redirectPort a second port without TLS, which sends browsers on to the encrypted one; 0 for any
///     that is free
/// @param asksClients whether clients are asked for a certificate; they need not have one
public record Encryption(IdentitySource identity, OptionalInt redirectPort, boolean asksClients) {}
