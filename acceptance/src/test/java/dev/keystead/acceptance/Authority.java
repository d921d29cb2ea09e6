package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A certificate authority for one test, by the JDK's own keytool.
final class Authority {
    private static final String NAME = "authority";

    /// keytool insists on one; the keys open nothing.
    private static final String PASSWORD = "nothing secret";

    private final Path folder;

    private Authority(Path folder) {
        this.folder = folder;
    }

    static Authority in(Path folder) {
        var authority = new Authority(folder);
        authority.keytool(NAME, "-dname", "CN=Authority of a test", "-ext", "bc:c=ca:true");
        authority.identity(NAME);
        return authority;
    }

    /// A certificate with its key, in memory and in PEM files.
    record Identity(X509Certificate certificate, PrivateKey key, Path certificateFile, Path keyFile) {
        /// The context of a server that shows it.
        SSLContext context() {
            try {
                KeyStore store = KeyStore.getInstance("PKCS12");
                store.load(null, null);
                store.setKeyEntry("own", key, new char[0], new X509Certificate[] {certificate});
                KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                managers.init(store, new char[0]);
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(managers.getKeyManagers(), null, null);
                return context;
            } catch (GeneralSecurityException e) {
                throw new AssertionError("every JDK has TLS", e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// What the authority's certificates are checked by.
    Path certificateFile() {
        return folder.resolve(NAME + ".pem");
    }

    /// A certificate that the authority vouches for, with names as keytool writes them: `san=dns:localhost`.
    Identity issue(String name, String names) {
        keytool(name, "-dname", "CN=" + name, "-ext", names, "-signer", NAME, "-signerkeypass", PASSWORD);
        return identity(name);
    }

    /// A certificate that nobody vouches for.
    Identity selfSigned(String name) {
        keytool(name, "-dname", "CN=" + name);
        return identity(name);
    }

    private void keytool(String alias, String... more) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-keystore",
                store().toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
        command.addAll(Arrays.asList(more));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            Output output = Output.of(process.getInputStream());
            assertThat(process.waitFor()).as(output.whole()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private Path store() {
        return folder.resolve("keys.p12");
    }

    private Identity identity(String alias) {
        try {
            KeyStore store = KeyStore.getInstance(store().toFile(), PASSWORD.toCharArray());
            var certificate = (X509Certificate) store.getCertificate(alias);
            var key = (PrivateKey) store.getKey(alias, PASSWORD.toCharArray());
            return new Identity(
                    certificate,
                    key,
                    write(alias + ".pem", "CERTIFICATE", certificate.getEncoded()),
                    write(alias + "-key.pem", "PRIVATE KEY", key.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("keytool did not make " + alias, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path write(String file, String kind, byte[] content) throws IOException {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return Files.writeString(
                folder.resolve(file), "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n");
    }
}
