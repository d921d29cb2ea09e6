package dev.keystead.platform.tls;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.OutputEncryptor;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/// An authority for tests, which gives out certificates of every kind.
public final class TestAuthority {
    private static final Duration LIFE = Duration.ofDays(2);

    private final KeyPair pair = pair("EC");
    private final X509Certificate root;

    /// A certificate, its key, and who gave it out.
    public record Issued(X509Certificate certificate, KeyPair pair) {
        public String certificatePem() {
            return pem(certificate);
        }

        public String keyPem() {
            return pem(pkcs8(pair.getPrivate(), null));
        }

        /// Certificate and key in one file.
        public Path write(Path file) {
            return TestAuthority.write(file, certificatePem() + keyPem());
        }
    }

    public record Times(Instant begin, Instant end) {}

    public TestAuthority(String name) {
        this.root = certificate("CN=" + name, "CN=" + name, pair, pair, lasting(), true);
    }

    public X509Certificate root() {
        return root;
    }

    public Path writeRoot(Path file) {
        return write(file, pem(root));
    }

    /// A certificate with an EC key.
    public Issued issue(String subject, String... names) {
        return issue("EC", subject, lasting(), names);
    }

    /// A certificate with a key of any kind.
    ///
    /// @param kind `RSA`, `EC` or `Ed25519`
    public Issued issue(String kind, String subject, Times times, String... names) {
        KeyPair own = pair(kind);
        return new Issued(certificate("CN=" + subject, name(root), own, pair, times, false, names), own);
    }

    /// A certificate that vouches for itself.
    public static Issued selfSigned(String subject) {
        KeyPair own = pair("EC");
        return new Issued(certificate("CN=" + subject, "CN=" + subject, own, own, lasting(), false), own);
    }

    public static Times lasting() {
        Instant now = Instant.now();
        return new Times(now.minus(LIFE), now.plus(LIFE));
    }

    public static Times ended() {
        Instant now = Instant.now();
        return new Times(now.minus(LIFE), now.minus(Duration.ofHours(1)));
    }

    /// What a client uses that trusts this authority, and shows a certificate if it has one.
    public SSLContext client(Optional<Issued> own) {
        try {
            KeyStore trusted = emptyStore();
            trusted.setCertificateEntry("root", root);
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(own), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What a server uses that shows a certificate.
    public static SSLContext server(Issued own) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(Optional.of(own)), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyManager[] keys(Optional<Issued> own) throws GeneralSecurityException {
        var password = new char[] {'x'};
        KeyStore store = emptyStore();
        if (own.isPresent()) {
            var chain = new X509Certificate[] {own.get().certificate()};
            store.setKeyEntry("own", own.get().pair().getPrivate(), password, chain);
        }
        var keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, password);
        return keys.getKeyManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeyPair pair(String kind) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
            if (!kind.equals("Ed25519")) {
                generator.initialize(kind.equals("RSA") ? 2048 : 256);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate certificate(
            String subject,
            String issuer,
            KeyPair own,
            KeyPair signing,
            Times times,
            boolean authority,
            String... names) {
        try {
            var builder = new JcaX509v3CertificateBuilder(
                    new X500Name(issuer),
                    new BigInteger(100, new SecureRandom()).setBit(99),
                    Date.from(times.begin()),
                    Date.from(times.end()),
                    new X500Name(subject),
                    own.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            if (names.length > 0) {
                GeneralName[] hosts = Stream.of(names)
                        .map(name -> new GeneralName(
                                name.matches("[0-9.]+") ? GeneralName.iPAddress : GeneralName.dNSName, name))
                        .toArray(GeneralName[]::new);
                builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(hosts));
            }
            var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(signing.getPrivate());
            return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String name(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName();
    }

    static Object pkcs8(PrivateKey key, @Nullable OutputEncryptor encryptor) {
        try {
            return new JcaPKCS8Generator(key, encryptor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String pem(Object thing) {
        var text = new StringWriter();
        try (var pem = new JcaPEMWriter(text)) {
            pem.writeObject(thing);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A certificate as a proxy passes it on in a header (RFC 9440 section 2.1).
    public static String header(X509Certificate certificate) {
        try {
            return ":" + Base64.getEncoder().encodeToString(certificate.getEncoded()) + ":";
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }
}
