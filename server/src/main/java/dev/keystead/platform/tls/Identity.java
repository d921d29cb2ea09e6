package dev.keystead.platform.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/// What this server shows to its clients: a certificate with its chain, and the key that belongs to it.
///
/// @param chain this server's certificate first
public record Identity(List<X509Certificate> chain, PrivateKey key) {
    /// Protects nothing: the store never leaves the memory that holds the key itself. The JDK wants one.
    public static final String STORE_PASSWORD = "memory";

    private static final byte[] PROBE = "does this key belong to this certificate".getBytes(StandardCharsets.US_ASCII);

    public Identity {
        chain = List.copyOf(chain);
    }

    /// The form in which the JDK's TLS takes it.
    public KeyStore keyStore() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key, STORE_PASSWORD.toCharArray(), chain.toArray(X509Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every JDK keeps keys in PKCS12", e);
        }
    }

    /// Whether the key belongs to the first certificate, which is found out by using both.
    boolean isPair() {
        PublicKey shown = chain.getFirst().getPublicKey();
        String algorithm = switch (shown.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> shown.getAlgorithm();
        };
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(PROBE);
            byte[] signature = signing.sign();
            Signature checking = Signature.getInstance(algorithm);
            checking.initVerify(shown);
            checking.update(PROBE);
            return checking.verify(signature);
        } catch (GeneralSecurityException _) {
            // A key of another kind, or of another length: not a pair.
            return false;
        }
    }

    /// Never the key.
    @Override
    public String toString() {
        return "Identity[" + chain.getFirst().getSubjectX500Principal() + "]";
    }
}
