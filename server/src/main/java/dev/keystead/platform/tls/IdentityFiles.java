package dev.keystead.platform.tls;

import dev.keystead.platform.config.Secret;
import dev.keystead.platform.config.TlsConfig;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The operator's files of a certificate and its key, which may be one and the same.
public final class IdentityFiles implements IdentitySource {
    private final PemFile certificate;
    private final PemFile key;
    private final Optional<String> password;
    private final Clock clock;

    public IdentityFiles(Path certificate, Path key, Optional<String> password, Clock clock) {
        this.certificate = new PemFile("tls.certificate", certificate);
        this.key = new PemFile("tls.key", key);
        this.password = password;
        this.clock = clock;
    }

    /// The files that a configuration names.
    public static IdentityFiles of(TlsConfig tls, TlsConfig.Source.File certificate, Clock clock) {
        return new IdentityFiles(
                certificate.path(),
                Optional.ofNullable(tls.key()).orElse(certificate.path()),
                Optional.ofNullable(tls.keyPassword()).map(Secret::reveal),
                clock);
    }

    /// What the files hold at one moment. It is compared as a whole: the clock of a file system may be
    /// coarse, and a mounted secret changes behind a link.
    public record Content(String certificate, String key) {
        /// Never the key.
        @Override
        public String toString() {
            return "Content[]";
        }
    }

    @Override
    public Identity identity() {
        return identity(read());
    }

    /// Reads both files.
    ///
    /// @throws StartRefused when one cannot be read
    public Content read() {
        return new Content(certificate.text(), key.text());
    }

    /// The identity that the files' content is.
    ///
    /// @throws StartRefused when it is none that clients could accept
    public Identity identity(Content content) {
        List<X509Certificate> chain = certificate.certificates(content.certificate());
        X509Certificate own = chain.getFirst();
        Instant now = clock.instant();
        Instant begin = own.getNotBefore().toInstant();
        Instant end = own.getNotAfter().toInstant();
        if (now.isAfter(end)) {
            throw certificate.wrong("holds a certificate that ended on " + end, "renew it");
        }
        if (now.isBefore(begin)) {
            throw certificate.wrong("holds a certificate that begins on " + begin, "check it and this machine's clock");
        }
        var identity = new Identity(chain, key.key(content.key(), password));
        if (!identity.isPair()) {
            throw key.wrong(
                    "does not hold the key of the first certificate in " + certificate.path(),
                    "give the two that belong together, this server's certificate first");
        }
        return identity;
    }
}
