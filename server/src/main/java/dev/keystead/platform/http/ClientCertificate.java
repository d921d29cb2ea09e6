package dev.keystead.platform.http;

import java.security.cert.X509Certificate;

/// The certificate that a client showed, by TLS or by way of a trusted proxy. The client holds its key; whose
/// it is, the one who asks must judge.
///
/// @param trusted whether a configured authority vouches for it and it is valid now; a certificate that was
///     registered itself counts without
public record ClientCertificate(X509Certificate certificate, boolean trusted) {}
