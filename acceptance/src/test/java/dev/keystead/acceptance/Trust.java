package dev.keystead.acceptance;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// The certificates that a program trusts, and no others, in the forms in which programs want them.
record Trust(List<Certificate> certificates) {
    /// Java opens no store without one; there is nothing secret in this one.
    static final String PASSWORD = "nothing secret";

    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", Pattern.DOTALL);

    /// Trusts the certificates in PEM files; what else is in them does not matter.
    static Trust in(List<Path> files) {
        var certificates = new ArrayList<Certificate>();
        try {
            CertificateFactory reader = CertificateFactory.getInstance("X.509");
            for (Path file : files) {
                Matcher found = CERTIFICATE.matcher(Files.readString(file));
                while (found.find()) {
                    byte[] pem = found.group().getBytes(StandardCharsets.US_ASCII);
                    certificates.add(reader.generateCertificate(new ByteArrayInputStream(pem)));
                }
            }
        } catch (GeneralSecurityException e) {
            throw new AssertionError("a file has no certificate: " + files, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Trust(List.copyOf(certificates));
    }

    SSLContext context() {
        try {
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(keyStore());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has TLS", e);
        }
    }

    /// Writes them as Java's own programs read them: a PKCS #12 file.
    void write(Path file) {
        try (var out = Files.newOutputStream(file)) {
            keyStore().store(out, PASSWORD.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK writes PKCS #12", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KeyStore keyStore() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < certificates.size(); i++) {
                store.setCertificateEntry("trusted-" + i, certificates.get(i));
            }
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
