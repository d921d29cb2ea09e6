package dev.keystead.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.DummySSLServerSocketFactory;
import dev.keystead.platform.config.MailConfig;
import dev.keystead.platform.config.MailSender;
import dev.keystead.platform.config.SmtpSecurity;
import dev.keystead.platform.html.Assets;
import dev.keystead.platform.html.Pages;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The encrypted ways to an SMTP server, and that nothing is sent where they cannot be had.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmtpEncryptionTest {
    private TestCertificate certificate;
    private TestCertificate another;

    @BeforeAll
    void makeCertificates(@TempDir Path folder) throws Exception {
        certificate = TestCertificate.make(folder, "ip:127.0.0.1");
        another = TestCertificate.make(folder, "dns:mail.example.org");
    }

    private static Delivery deliver(int port, SmtpSecurity security, SSLSocketFactory trust) {
        var config =
                new MailConfig("127.0.0.1", port, security, "", null, new MailSender("", "no-reply@keystead.test"));
        var outlet = new SmtpOutlet(config, trust, new Pages(Assets.ofProduct(), "test"), Clock.systemUTC());
        try (Outlet.Line line = outlet.open()) {
            return line.deliver(MailId.make(), SampleMail.to("secret@example.org"));
        }
    }

    private static SSLSocketFactory usualTrust() {
        return (SSLSocketFactory) SSLSocketFactory.getDefault();
    }

    private static ScriptedSmtp offering(Optional<TestCertificate> offered) {
        return new ScriptedSmtp(_ -> "", offered.map(TestCertificate::context));
    }

    private static void nothingWasTold(ScriptedSmtp smtp) {
        assertThat(smtp.heard()).noneMatch(line -> line.contains("MAIL FROM") || line.contains("RCPT"));
    }

    @Test
    void afterStartTlsEverythingIsEncrypted() {
        try (ScriptedSmtp smtp = offering(Optional.of(certificate))) {
            Delivery delivery = deliver(
                    smtp.port(), SmtpSecurity.STARTTLS, certificate.context().getSocketFactory());
            assertThat(delivery).isEqualTo(new Delivery.Accepted());
            assertThat(smtp.heard())
                    .startsWith("EHLO keystead.test", "STARTTLS", "tls EHLO keystead.test")
                    .contains("tls RCPT TO:<secret@example.org>")
                    .doesNotContain("RCPT TO:<secret@example.org>");
        }
    }

    @Test
    void nothingIsSentWithoutTheEncryptionThatWasAskedFor() {
        try (ScriptedSmtp smtp = offering(Optional.empty())) {
            assertThat(deliver(smtp.port(), SmtpSecurity.STARTTLS, usualTrust()))
                    .isInstanceOf(Delivery.Down.class);
            nothingWasTold(smtp);
        }
    }

    @Test
    void aCertificateThatNobodyVouchesForIsRefused() {
        try (ScriptedSmtp smtp = offering(Optional.of(certificate))) {
            assertThat(deliver(smtp.port(), SmtpSecurity.STARTTLS, usualTrust()))
                    .isInstanceOf(Delivery.Down.class);
            nothingWasTold(smtp);
        }
    }

    @Test
    void theCertificateOfAnotherServerIsRefused() {
        try (ScriptedSmtp smtp = offering(Optional.of(another))) {
            Delivery delivery = deliver(
                    smtp.port(), SmtpSecurity.STARTTLS, another.context().getSocketFactory());
            assertThat(delivery).isInstanceOf(Delivery.Down.class);
            nothingWasTold(smtp);
        }
    }

    /// The other server library takes its key from the properties of the process.
    @Test
    void tlsEncryptsFromTheFirstByte() {
        String file = DummySSLServerSocketFactory.GREENMAIL_KEYSTORE_FILE_PROPERTY;
        System.setProperty(file, certificate.file().toString());
        try (MailServer smtp = MailServer.encrypting()) {
            smtp.up();
            Delivery delivery =
                    deliver(smtp.port(), SmtpSecurity.TLS, certificate.context().getSocketFactory());
            assertThat(delivery).isEqualTo(new Delivery.Accepted());
            assertThat(smtp.receivedBy("secret@example.org")).hasSize(1);
            assertThat(deliver(smtp.port(), SmtpSecurity.TLS, usualTrust())).isInstanceOf(Delivery.Down.class);
        } finally {
            System.clearProperty(file);
        }
    }
}
