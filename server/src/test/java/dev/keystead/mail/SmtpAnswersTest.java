package dev.keystead.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.Until;
import dev.keystead.workspace.Reserved;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What an SMTP server's refusals do to a mail.
class SmtpAnswersTest {
    private static final String QUEUED = "select count(*) from events.mails";
    private static final String FAILED = "select count(*) from audit.written where event_type = 'mail.fail'";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static void send(TestServer from, String... recipients) {
        from.write(Reserved.SYSTEM_WORKSPACE, transaction -> {
            for (String recipient : recipients) {
                from.mails().send(transaction, SampleMail.to(recipient));
            }
            return true;
        });
    }

    private static long count(ScriptedSmtp smtp, String command) {
        return smtp.heard().stream().filter(command::equals).count();
    }

    @Test
    void aRefusalForGoodEndsTheMailAndNoOther() {
        try (var smtp = new ScriptedSmtp(
                        line -> line.equals("RCPT TO:<gone@example.org>") ? "550 no such gone@example.org" : "",
                        Optional.empty());
                TestServer server = TestServer.start(MailServer.flags(smtp.port()))) {
            send(server, "before@example.org", "gone@example.org", "after@example.org");
            server.look().until(QUEUED, 0);
            assertThat(server.count(FAILED)).isEqualTo(1);
            assertThat(server.look().text("select payload::text from audit.written where event_type = 'mail.fail'"))
                    .contains("the SMTP server answered 550", "\"attempts\": 1")
                    .doesNotContain("gone@");
            assertThat(count(smtp, "RCPT TO:<gone@example.org>")).isEqualTo(1);
            assertThat(count(smtp, "DATA")).isEqualTo(2);
            assertThat(smtp.connections()).as("one connection for all").isEqualTo(1);
        }
    }

    @Test
    void aRefusalOfTheTextForGoodEndsTheMail() {
        try (var smtp = new ScriptedSmtp(line -> line.equals("DATA") ? "554 no" : "", Optional.empty());
                TestServer server = TestServer.start(MailServer.flags(smtp.port()))) {
            send(server, "text@example.org");
            server.look().until(FAILED, 1);
            assertThat(server.count(QUEUED)).isZero();
        }
    }

    @Test
    void aRefusalForNowIsTriedAgain() {
        var times = new AtomicInteger();
        try (var smtp = new ScriptedSmtp(
                        line -> line.startsWith("RCPT") && times.incrementAndGet() <= 2 ? "451 later" : "",
                        Optional.empty());
                TestServer server = TestServer.start(MailServer.flags(smtp.port()))) {
            send(server, "greylisted@example.org");
            Until.holds("the mail was taken", LIMIT, () -> count(smtp, "DATA") == 1);
            server.look().until(QUEUED, 0);
            assertThat(times).hasValue(3);
            assertThat(server.count(FAILED)).isZero();
        }
    }

    @Test
    void aServerThatDoesNotWantUsIsTriedAgain() {
        try (var smtp = new ScriptedSmtp(
                        line -> line.startsWith("MAIL FROM") ? "550 you may not send" : "", Optional.empty());
                TestServer server = TestServer.start(MailServer.flags(smtp.port()))) {
            send(server, "sender@example.org");
            server.look().until(QUEUED + " where attempts >= 2 and last_error like '%check mail.from'", 1);
            assertThat(server.count(FAILED)).isZero();
        }
    }

    @Test
    void theEnvelopeNamesTheRecipientAlone() {
        try (var smtp = new ScriptedSmtp(_ -> "", Optional.empty());
                TestServer server = TestServer.start(MailServer.flags(smtp.port()))) {
            send(server, "envelope@example.org");
            Until.holds("the mail was taken", LIMIT, () -> count(smtp, "DATA") == 1);
            server.look().until(QUEUED, 0);
            assertThat(smtp.heard().subList(0, 4))
                    .isEqualTo(List.of(
                            "EHLO keystead.test",
                            "MAIL FROM:<no-reply@keystead.test>",
                            "RCPT TO:<envelope@example.org>",
                            "DATA"));
        }
    }
}
