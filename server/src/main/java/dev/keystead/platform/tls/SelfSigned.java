package dev.keystead.platform.tls;

import dev.keystead.platform.config.AddressRange;
import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// A certificate that this server makes for itself, for development: nobody trusts it until told to.
///
/// It is kept in the data folder, key and certificate in one file, so that whoever trusted it once need not
/// do so after every start. It is made anew when it ends within a month or does not name all hosts.
public final class SelfSigned implements IdentitySource {
    /// Where it is kept in the data folder.
    public static final String FILE_NAME = "self-signed.pem";

    private static final Duration LIFE = Duration.ofDays(365);
    private static final Duration ENDS_SOON = Duration.ofDays(30);

    private final Path file;
    private final Set<String> names;
    private final Clock clock;

    /// Prepares a certificate for the given hosts.
    ///
    /// @param names host names and IP addresses; a name may begin with `*.`
    public SelfSigned(Path dataFolder, Set<String> names, Clock clock) {
        this.file = dataFolder.resolve(FILE_NAME);
        this.names = Set.copyOf(names);
        this.clock = clock;
    }

    /// The kept certificate, or a new one.
    ///
    /// @throws StartRefused when the folder cannot be written
    @Override
    public Identity identity() {
        return kept().orElseGet(this::make);
    }

    /// What is damaged or out of date is replaced: nothing depends on this key for longer than a connection.
    private Optional<Identity> kept() {
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        try {
            var files = new IdentityFiles(file, file, Optional.empty(), clock);
            Identity found = files.identity();
            return isGoodEnough(found.chain().getFirst()) ? Optional.of(found) : Optional.empty();
        } catch (StartRefused _) {
            return Optional.empty();
        }
    }

    private boolean isGoodEnough(X509Certificate certificate) {
        Instant end = certificate.getNotAfter().toInstant();
        try {
            Set<String> named = certificate.getSubjectAlternativeNames().stream()
                    .map(name -> String.valueOf(name.get(1)))
                    .collect(Collectors.toSet());
            return end.isAfter(clock.instant().plus(ENDS_SOON)) && named.containsAll(normalised());
        } catch (CertificateParsingException _) {
            return false;
        }
    }

    /// The names as the JDK shows them in a certificate.
    private Set<String> normalised() {
        return names.stream()
                .map(name -> AddressRange.literal(name)
                        .map(address -> Objects.requireNonNull(address.getHostAddress()))
                        .orElse(name))
                .collect(Collectors.toSet());
    }

    private Identity make() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            var identity = new Identity(List.of(certificate(pair)), pair.getPrivate());
            keep(identity);
            return identity;
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("every JDK signs with P-256", e);
        } catch (IOException e) {
            throw new StartRefused(
                    "The certificate " + file + " cannot be written (" + e.getMessage()
                            + "); make the folder writable or give --data-dir.",
                    e);
        }
    }

    private X509Certificate certificate(KeyPair pair)
            throws GeneralSecurityException, OperatorCreationException, IOException {
        var subject = new X500Name("CN=Keystead development certificate");
        Instant begin = clock.instant().minus(Duration.ofMinutes(5));
        var builder = new JcaX509v3CertificateBuilder(
                subject,
                new BigInteger(127, new SecureRandom()).setBit(126),
                Date.from(begin),
                Date.from(begin.plus(LIFE)),
                subject,
                pair.getPublic());
        GeneralName[] hosts = names.stream()
                .sorted()
                .map(name -> new GeneralName(
                        AddressRange.literal(name).isPresent() ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new);
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(hosts));
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    }

    /// Written beside and moved into place, so that nobody reads half of it.
    private void keep(Identity identity) throws IOException {
        var text = new StringWriter();
        try (var pem = new JcaPEMWriter(text)) {
            pem.writeObject(new JcaPKCS8Generator(identity.key(), null));
            pem.writeObject(identity.chain().getFirst());
        }
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        Files.createDirectories(folder);
        Path draft = Files.createTempFile(
                folder,
                "self-signed",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(draft, text.toString(), StandardOpenOption.SYNC);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /// The hosts under which a server is reached on its own machine and by its own name.
    public static Set<String> usualNames(String... more) {
        return Stream.concat(Stream.of("localhost", "127.0.0.1", "::1"), Stream.of(more))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }
}
