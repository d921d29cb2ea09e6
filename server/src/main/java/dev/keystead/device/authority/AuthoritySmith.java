package dev.keystead.device.authority;

import dev.keystead.key.Algorithm;
import dev.keystead.key.Engine;
import dev.keystead.platform.crypto.Envelope;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.workspace.WorkspaceId;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Certificate;

/// Makes authorities, seals their keys for their rows and opens them again.
///
/// What is sealed with a private key is also the fingerprint of the certificate beside it: a certificate that
/// somebody put into the database is found out before it is shown to anybody.
final class AuthoritySmith {
    /// Clocks differ: what is issued now is valid a little before.
    static final Duration SKEW = Duration.ofMinutes(5);

    private static final int FINGERPRINT = 32;
    private static final int SERIAL_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Engine engine;
    private final Envelope envelope;

    AuthoritySmith(Engine engine, MasterKey master) {
        this.engine = engine;
        this.envelope = master.envelope("identity.certificate_authorities.private_key");
    }

    static BigInteger serial() {
        return new BigInteger(SERIAL_BITS, RANDOM);
    }

    static X500Name name(String name) {
        return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, name).build();
    }

    private static X500Name name(UUID tenant, String what, AuthorityId id) {
        return new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.O, new WorkspaceId(tenant).text())
                .addRDN(BCStyle.CN, what + " " + id.text())
                .build();
    }

    Authority.Fresh root(UUID tenant, Instant now, Duration life) {
        AuthorityId id = AuthorityId.make();
        KeyPair pair = engine.generate(Algorithm.ES256);
        byte[] info = pair.getPublic().getEncoded();
        X500Name name = name(tenant, "Device root", id);
        Instant until = now.plus(life).truncatedTo(ChronoUnit.SECONDS);
        var issuer = new Issuer(id, until, name, info, engine, pair.getPrivate());
        byte[] certificate = issuer.root(new Issuer.Subject(serial(), name, info, now.minus(SKEW), until));
        return fresh(tenant, id, Authority.Level.ROOT, id, certificate, pair, until);
    }

    /// @param list the address of the root's list
    Authority.Fresh intermediate(UUID tenant, Issuer root, String list, Instant now, Duration life) {
        AuthorityId id = AuthorityId.make();
        KeyPair pair = engine.generate(Algorithm.ES256);
        Instant until = now.plus(life).truncatedTo(ChronoUnit.SECONDS);
        Instant end = until.isBefore(root.expiresAt()) ? until : root.expiresAt();
        byte[] certificate = root.intermediate(
                new Issuer.Subject(
                        serial(),
                        name(tenant, "Device authority", id),
                        pair.getPublic().getEncoded(),
                        now.minus(SKEW),
                        end),
                list);
        return fresh(tenant, id, Authority.Level.INTERMEDIATE, root.id(), certificate, pair, end);
    }

    private Authority.Fresh fresh(
            UUID tenant,
            AuthorityId id,
            Authority.Level level,
            AuthorityId issuer,
            byte[] certificate,
            KeyPair pair,
            Instant until) {
        byte[] pkcs8 = pair.getPrivate().getEncoded();
        byte[] plain = ByteBuffer.allocate(FINGERPRINT + pkcs8.length)
                .put(sha256(certificate))
                .put(pkcs8)
                .array();
        return new Authority.Fresh(id, level, issuer, certificate, envelope.seal(tenant, id.value(), plain), until);
    }

    /// @throws IllegalStateException when the row is not as it was made
    Issuer open(UUID tenant, Authority.Sealed stored) {
        Authority authority = stored.authority();
        return open(tenant, authority.id(), authority.certificate(), stored.privateKey(), authority.expiresAt());
    }

    Issuer open(UUID tenant, Authority.Fresh fresh) {
        return open(tenant, fresh.id(), fresh.certificate(), fresh.sealed(), fresh.expiresAt());
    }

    private Issuer open(UUID tenant, AuthorityId id, byte[] der, byte[] sealed, Instant expiresAt) {
        byte[] plain = envelope.open(tenant, id.value(), sealed);
        if (!MessageDigest.isEqual(sha256(der), Arrays.copyOf(plain, FINGERPRINT))) {
            throw new IllegalStateException("the certificate is not the one that was made with the private key");
        }
        Certificate certificate = Certificate.getInstance(der);
        return new Issuer(
                id,
                expiresAt,
                certificate.getSubject(),
                Der.of(certificate.getSubjectPublicKeyInfo()),
                engine,
                engine.privateKey(Algorithm.ES256, Arrays.copyOfRange(plain, FINGERPRINT, plain.length)));
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }
}
