package dev.keystead.federation.saml;

import dev.keystead.federation.saml.protocol.Credential;
import dev.keystead.platform.crypto.Envelope;
import dev.keystead.platform.crypto.MasterKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.UUID;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Makes pairs of keys with their certificates, seals them for their rows and opens them again.
///
/// The fingerprint of the certificate is sealed with the private key: a certificate that somebody put into the
/// database is found out before it is published.
final class SamlKeysmith {
    /// Long, as identity providers are told by hand: whoever wants another key makes one.
    private static final Duration LIFE = Duration.ofDays(3650);

    private static final int BITS = 3072;
    private static final int FINGERPRINT = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Envelope envelope;

    SamlKeysmith(MasterKey master) {
        this.envelope = master.envelope("admin.saml_keys.private_key");
    }

    /// Takes a while: not for the inside of a transaction.
    SamlKey.Fresh make(UUID tenant, Instant now) {
        SamlKeyId id = SamlKeyId.make();
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            KeyPair pair = generator.generateKeyPair();
            byte[] certificate = certificate(id, pair, now);
            byte[] pkcs8 = pair.getPrivate().getEncoded();
            byte[] plain = ByteBuffer.allocate(FINGERPRINT + pkcs8.length)
                    .put(fingerprint(certificate))
                    .put(pkcs8)
                    .array();
            return new SamlKey.Fresh(id, certificate, envelope.seal(tenant, id.value(), plain));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException("every JDK makes RSA keys", e);
        }
    }

    private static byte[] certificate(SamlKeyId id, KeyPair pair, Instant now)
            throws OperatorCreationException, IOException {
        var subject = new X500Name("CN=Keystead " + id.text());
        Instant begin = now.minus(Duration.ofMinutes(5));
        var builder = new JcaX509v3CertificateBuilder(
                subject,
                new BigInteger(127, RANDOM).setBit(126),
                Date.from(begin),
                Date.from(begin.plus(LIFE)),
                subject,
                pair.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(
                Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
        var signer = new JcaContentSignerBuilder("SHA256withRSA").build(pair.getPrivate());
        return builder.build(signer).getEncoded();
    }

    /// The key, ready to be used.
    ///
    /// @throws IllegalStateException when the row is not as it was made
    Credential open(UUID tenant, SamlKey.Sealed stored) {
        SamlKey key = stored.key();
        byte[] plain = envelope.open(tenant, key.id().value(), stored.privateKey());
        if (!MessageDigest.isEqual(fingerprint(key.certificate()), Arrays.copyOf(plain, FINGERPRINT))) {
            throw new IllegalStateException("the certificate is not the one that was made with the private key");
        }
        byte[] pkcs8 = Arrays.copyOfRange(plain, FINGERPRINT, plain.length);
        try {
            return new Credential(
                    KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8)),
                    certificate(key.certificate()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key of ours cannot be read", e);
        }
    }

    static X509Certificate certificate(byte[] der) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate of ours cannot be read", e);
        }
    }

    static byte[] fingerprint(byte[] certificate) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(certificate);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }
}
