package dev.keystead.platform.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.nio.file.Path;
import java.security.interfaces.ECPrivateKey;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityFilesTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("Files");

    @TempDir
    Path folder;

    private final TestAuthority.Issued issued = AUTHORITY.issue("server", "localhost");

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void everyKindOfKeyIsRead(String kind) {
        var own = AUTHORITY.issue(kind, "server", TestAuthority.lasting(), "localhost");

        Identity identity = files(own.certificatePem(), own.keyPem(), "").identity();

        assertThat(identity.chain()).containsExactly(own.certificate());
        assertThat(identity.key()).isEqualTo(own.pair().getPrivate());
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC"})
    void keysInOpenSslsOwnFormAreReadToo(String kind) throws IOException {
        var own = AUTHORITY.issue(kind, "server", TestAuthority.lasting());
        String traditional = own.pair().getPrivate() instanceof ECPrivateKey key
                ? sec1(key)
                : TestAuthority.pem(own.pair().getPrivate());

        assertThat(traditional).contains("BEGIN " + kind + " PRIVATE KEY");
        assertThat(files(own.certificatePem(), traditional, "").identity().isPair())
                .isTrue();
    }

    /// RFC 5915, with the name of the curve inside, as OpenSSL writes it.
    private static String sec1(ECPrivateKey key) throws IOException {
        var structure = new org.bouncycastle.asn1.sec.ECPrivateKey(256, key.getS(), SECObjectIdentifiers.secp256r1);
        return TestAuthority.pem(new PemObject("EC PRIVATE KEY", structure.getEncoded()));
    }

    @Test
    void theChainAndTheKeyMayStandInOneFile() {
        Path one = TestAuthority.write(
                folder.resolve("one.pem"),
                issued.keyPem() + issued.certificatePem() + "some words\n" + TestAuthority.pem(AUTHORITY.root()));

        Identity identity = new IdentityFiles(one, one, Optional.empty(), Clock.systemUTC()).identity();

        assertThat(identity.chain()).containsExactly(issued.certificate(), AUTHORITY.root());
    }

    @Test
    void anEncryptedKeyIsOpenedByItsPasswordAlone() throws OperatorCreationException {
        var encryptor = new JceOpenSSLPKCS8EncryptorBuilder(PKCS8Generator.AES_256_CBC)
                .setProvider(new BouncyCastleProvider())
                .setPRF(PKCS8Generator.PRF_HMACSHA256)
                .setPassword("open sesame".toCharArray())
                .build();
        String encrypted = TestAuthority.pem(TestAuthority.pkcs8(issued.pair().getPrivate(), encryptor));

        assertThat(files(issued.certificatePem(), encrypted, "open sesame")
                        .identity()
                        .key())
                .isEqualTo(issued.pair().getPrivate());
        refuses(files(issued.certificatePem(), encrypted, "open says me"), "tls.key-password does not open it");
        refuses(files(issued.certificatePem(), encrypted, ""), "is encrypted; set tls.key-password.");
    }

    @Test
    void whatIsWrongIsSaidInOneSentence() {
        var other = AUTHORITY.issue("other");
        var rsa = AUTHORITY.issue("RSA", "other", TestAuthority.lasting());
        var old = AUTHORITY.issue("EC", "old", TestAuthority.ended());
        String good = issued.certificatePem();

        refuses(files(good, other.keyPem(), ""), "does not hold the key of the first certificate in");
        refuses(files(good, rsa.keyPem(), ""), "does not hold the key of the first certificate in");
        refuses(files(old.certificatePem(), old.keyPem(), ""), "holds a certificate that ended on");
        refuses(files(issued.keyPem(), issued.keyPem(), ""), "holds no certificate");
        refuses(files(good, good, ""), "holds no private key");
        refuses(files(damaged(good), issued.keyPem(), ""), "holds a certificate that is malformed");
        refuses(files(good, damaged(issued.keyPem()), ""), "holds a private key that is malformed");
        refuses(files("\0\u00ff\u00fe", "", ""), "holds no certificate");
        refuses(files(good, "x".repeat((1 << 20) + 1), ""), "is larger than 1 MiB");
    }

    @Test
    void aCertificateOfTomorrowIsRefusedToday() {
        Path file = issued.write(folder.resolve("early.pem"));
        Clock early = Clock.offset(Clock.systemUTC(), Duration.ofDays(-10));

        refuses(new IdentityFiles(file, file, Optional.empty(), early), "holds a certificate that begins on");
    }

    @Test
    void aMissingFileIsNamed() {
        Path missing = folder.resolve("missing.pem");

        refuses(
                new IdentityFiles(missing, missing, Optional.empty(), Clock.systemUTC()),
                "The file " + missing + " of tls.certificate is not there; check the path.");
        refuses(
                new IdentityFiles(folder, folder, Optional.empty(), Clock.systemUTC()),
                "of tls.certificate cannot be read");
    }

    /// The same with other first bytes.
    private static String damaged(String pem) {
        return pem.replaceFirst("-----\\R....", "-----\nAAAA");
    }

    private IdentityFiles files(String certificate, String key, String password) {
        return new IdentityFiles(
                TestAuthority.write(folder.resolve("certificate.pem"), certificate),
                TestAuthority.write(folder.resolve("key.pem"), key),
                password.isEmpty() ? Optional.empty() : Optional.of(password),
                Clock.systemUTC());
    }

    private static void refuses(IdentityFiles files, String sentence) {
        assertThatThrownBy(files::identity)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(sentence)
                .message()
                .startsWith("The file ")
                .endsWith(".")
                .doesNotContain("\n");
    }
}
