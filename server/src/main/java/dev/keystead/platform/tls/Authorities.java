package dev.keystead.platform.tls;

import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Authorities whose word about a certificate counts.
public final class Authorities {
    private final List<X509Certificate> roots;
    private final Optional<X509TrustManager> judge;

    private Authorities(List<X509Certificate> roots) {
        this.roots = List.copyOf(roots);
        this.judge = roots.isEmpty() ? Optional.empty() : Optional.of(judge(store(roots)));
    }

    /// Nobody's word counts.
    public static Authorities none() {
        return new Authorities(List.of());
    }

    /// The authorities in a PEM file.
    ///
    /// @param setting the setting that names the file
    /// @throws StartRefused when the file is none
    public static Authorities in(Path file, String setting) {
        var pem = new PemFile(setting, file);
        return new Authorities(pem.certificates(pem.text()));
    }

    /// Those that the Java runtime trusts, and these.
    public Authorities besideThoseOfJava() {
        return new Authorities(Stream.concat(Stream.of(judge(null).getAcceptedIssuers()), roots.stream())
                .toList());
    }

    /// Whether a client's certificate is valid now, may be used by a client, and comes from one of these.
    /// Whether it was taken back is not asked.
    ///
    /// @param chain the client's certificate first
    public boolean trustClient(List<X509Certificate> chain) {
        if (judge.isEmpty() || chain.isEmpty()) {
            return false;
        }
        try {
            String algorithm = chain.getFirst().getPublicKey().getAlgorithm();
            judge.get().checkClientTrusted(chain.toArray(X509Certificate[]::new), algorithm);
            return true;
        } catch (CertificateException _) {
            return false;
        }
    }

    /// The form in which the JDK's TLS takes them.
    public KeyStore store() {
        return store(roots);
    }

    /// TLS that trusts servers whose certificates come from these, and nobody else.
    public SSLContext context() {
        try {
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store());
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, trust.getTrustManagers(), null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS is part of every JDK", e);
        }
    }

    private static KeyStore store(List<X509Certificate> roots) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < roots.size(); i++) {
                store.setCertificateEntry("authority-" + i, roots.get(i));
            }
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every JDK keeps certificates in PKCS12", e);
        }
    }

    private static X509TrustManager judge(@Nullable KeyStore store) {
        try {
            TrustManagerFactory pkix = TrustManagerFactory.getInstance("PKIX");
            pkix.init(store);
            for (TrustManager one : pkix.getTrustManagers()) {
                if (one instanceof X509TrustManager judge) {
                    return judge;
                }
            }
            throw new IllegalStateException("PKIX judges X.509 certificates");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has PKIX", e);
        }
    }
}
