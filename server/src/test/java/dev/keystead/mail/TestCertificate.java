package dev.keystead.mail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate that nobody else trusts, made with the JDK's own tool.
///
/// @param file the key and the certificate, in PKCS #12
record TestCertificate(Path file, SSLContext context) {
    static final String PASSWORD = "changeit";

    /// @param name what the certificate says the server is, such as `ip:127.0.0.1`
    static TestCertificate make(Path folder, String name) throws IOException, InterruptedException {
        Path file = Files.createTempDirectory(folder, "certificate").resolve("key.p12");
        String command =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process tool = new ProcessBuilder(
                        command,
                        "-genkeypair",
                        "-alias",
                        "smtp",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=smtp",
                        "-ext",
                        "san=" + name,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(tool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (tool.waitFor() != 0) {
            throw new IllegalStateException(said);
        }
        return new TestCertificate(file, context(file));
    }

    private static SSLContext context(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("smtp", store.getCertificate("smtp"));
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
