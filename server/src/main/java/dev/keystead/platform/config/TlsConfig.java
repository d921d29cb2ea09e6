package dev.keystead.platform.config;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether and how this server speaks TLS itself.
///
/// @param certificate null when a proxy does it, or nobody
/// @param key null when it stands in the file of the certificate
/// @param redirectPort null when no port without TLS is open; 0 for any free one
/// @param clientCertificates whether clients are asked for one
/// @param clientAuthorities null when no authority for client certificates is trusted
public record TlsConfig(
        @Nullable Source certificate,
        @Nullable Path key,
        @Nullable Secret<String> keyPassword,
        @Nullable Integer redirectPort,
        boolean clientCertificates,
        @Nullable Path clientAuthorities) {

    /// Without TLS.
    public static final TlsConfig OFF = new TlsConfig(null, null, null, null, false, null);

    /// Where the certificate comes from.
    public sealed interface Source {
        /// A file of the operator's.
        record File(Path path) implements Source {}

        /// One that this server makes for itself.
        record SelfSigned() implements Source {}

        static ValueType<Source> type() {
            ValueType<Path> path = Types.path();
            return new ValueType<>("the path of a PEM file, or self-signed", text -> {
                if (text.equals("self-signed")) {
                    return new Parsed.Good<>(new SelfSigned());
                }
                return switch (path.parse(text)) {
                    case Parsed.Good<Path>(Path file) -> new Parsed.Good<>(new File(file));
                    case Parsed.Bad<Path>(String fault) -> new Parsed.Bad<>(fault);
                };
            });
        }
    }

    static TlsConfig from(Configuration values) {
        return new TlsConfig(
                values.value(EdgeSettings.TLS_CERTIFICATE),
                values.value(EdgeSettings.TLS_KEY),
                values.value(EdgeSettings.TLS_KEY_PASSWORD),
                values.value(EdgeSettings.TLS_REDIRECT_PORT),
                values.value(EdgeSettings.TLS_CLIENT_CERTIFICATES),
                values.value(EdgeSettings.TLS_CLIENT_CA));
    }

    public boolean isOn() {
        return certificate != null;
    }

    /// What does not fit together, and what to do about it.
    public Optional<String> fault() {
        if (!(certificate instanceof Source.File) && (key != null || keyPassword != null)) {
            return Optional.of(
                    "tls.key and tls.key-password go with a certificate in a file; set tls.certificate to its path.");
        }
        if (!isOn() && redirectPort != null) {
            return Optional.of("tls.redirect-port is set without TLS; set tls.certificate, or take the port away.");
        }
        return !isOn() && clientCertificates
                ? Optional.of("tls.client-certificates is set without TLS; set tls.certificate, or "
                        + "http.client-certificate-header where a proxy speaks TLS.")
                : Optional.empty();
    }
}
