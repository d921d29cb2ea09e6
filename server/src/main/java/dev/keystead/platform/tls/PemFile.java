package dev.keystead.platform.tls;

import dev.keystead.platform.start.StartRefused;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.util.io.pem.PemReader;

/// A PEM file and what stands in it.
///
/// @param setting the setting that names the file, for the sentence when something is wrong with it
record PemFile(String setting, Path path) {
    /// A bundle of every public authority has about a quarter of this.
    private static final int MOST_BYTES = 1 << 20;

    /// What stands in the file.
    ///
    /// @throws StartRefused when it cannot be read
    String text() {
        try (InputStream file = Files.newInputStream(path)) {
            byte[] bytes = file.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw wrong("is larger than 1 MiB and cannot be a PEM file", "check the path");
            }
            // Whatever the bytes are, they become a text; PEM is ASCII.
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw wrong("is not there", "check the path", e);
        } catch (AccessDeniedException e) {
            throw wrong("must not be read by this process", "give its account the right to read it", e);
        } catch (IOException e) {
            throw wrong("cannot be read (" + e.getMessage() + ")", "check the path", e);
        }
    }

    /// The certificates in its text, in their order.
    ///
    /// @throws StartRefused when there is none, or one is malformed
    List<X509Certificate> certificates(String text) {
        var found = new ArrayList<X509Certificate>();
        // The reader of the JDK stops silently at text between certificates, so the blocks are taken one by one.
        try (var blocks = new PemReader(new StringReader(text))) {
            CertificateFactory x509 = CertificateFactory.getInstance("X.509");
            for (var block = blocks.readPemObject(); block != null; block = blocks.readPemObject()) {
                if (block.getType().equals("CERTIFICATE")
                        && x509.generateCertificate(new ByteArrayInputStream(block.getContent()))
                                instanceof X509Certificate certificate) {
                    found.add(certificate);
                }
            }
        } catch (IOException | CertificateException | RuntimeException e) {
            throw wrong("holds a certificate that is malformed", "write it again", e);
        }
        if (found.isEmpty()) {
            throw wrong("holds no certificate", "give a PEM file with BEGIN CERTIFICATE in it");
        }
        return List.copyOf(found);
    }

    /// The first private key in its text.
    ///
    /// @throws StartRefused when there is none, it is malformed, or the password does not open it
    PrivateKey key(String text, Optional<String> password) {
        try (var parser = new PEMParser(new StringReader(text))) {
            var converter = new JcaPEMKeyConverter();
            for (Object block = parser.readObject(); block != null; block = parser.readObject()) {
                switch (block) {
                    case PrivateKeyInfo plain -> {
                        return converter.getPrivateKey(plain);
                    }
                    case PEMKeyPair traditional -> {
                        return converter.getPrivateKey(traditional.getPrivateKeyInfo());
                    }
                    case PKCS8EncryptedPrivateKeyInfo encrypted -> {
                        return converter.getPrivateKey(decrypted(encrypted, password));
                    }
                    case PEMEncryptedKeyPair _ ->
                        throw wrong(
                                "holds a key in OpenSSL's old encryption",
                                "write it as PKCS #8 (openssl pkcs8 -topk8)");
                    default -> {
                        // Certificates and parameters may stand in the same file.
                    }
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw wrong("holds a private key that is malformed or of an unknown kind", "use RSA, EC or Ed25519", e);
        }
        throw wrong("holds no private key", "give a PEM file with BEGIN PRIVATE KEY in it");
    }

    private PrivateKeyInfo decrypted(PKCS8EncryptedPrivateKeyInfo encrypted, Optional<String> password) {
        if (password.isEmpty()) {
            throw wrong("is encrypted", "set tls.key-password");
        }
        try {
            return encrypted.decryptPrivateKeyInfo(new JceOpenSSLPKCS8DecryptorProviderBuilder()
                    .setProvider(new BouncyCastleProvider())
                    .build(password.get().toCharArray()));
        } catch (OperatorCreationException | PKCSException | RuntimeException e) {
            throw wrong("is encrypted and tls.key-password does not open it", "check the password", e);
        }
    }

    StartRefused wrong(String what, String remedy) {
        return new StartRefused(sentence(what, remedy));
    }

    private StartRefused wrong(String what, String remedy, Exception cause) {
        return new StartRefused(sentence(what, remedy), cause);
    }

    private String sentence(String what, String remedy) {
        return "The file " + path + " of " + setting + " " + what + "; " + remedy + ".";
    }
}
