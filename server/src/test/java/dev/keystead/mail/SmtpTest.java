package dev.keystead.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer;
import dev.keystead.server.Until;
import dev.keystead.workspace.Reserved;
import jakarta.mail.BodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Mails through a real SMTP server.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmtpTest {
    private static final String QUEUED = "select count(*) from events.mails";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final MailServer smtp = MailServer.start();
    private final TestServer server = TestServer.start(smtp.flags());

    @AfterAll
    void stop() {
        server.close();
        smtp.close();
    }

    private static void send(TestServer from, Mail mail) {
        from.write(Reserved.SYSTEM_WORKSPACE, transaction -> {
            from.mails().send(transaction, mail);
            return true;
        });
    }

    @Test
    void aMailArrivesOnceWithBothPartsAndItsHeaders() throws Exception {
        send(server, SampleMail.to("parts@example.org"));
        MimeMessage message = smtp.awaitMailTo("parts@example.org");
        server.look().until(QUEUED + " where purpose = 'password-reset' and expires_at > now()", 0);

        assertThat(smtp.receivedBy("parts@example.org")).hasSize(1);
        assertThat(message.getHeader("From"))
                .containsExactly("=?UTF-8?Q?Keyst=C3=A9ad_Tests?= <no-reply@keystead.test>");
        assertThat(message.getHeader("Return-Path")).isIn(null, new String[] {"<no-reply@keystead.test>"});
        assertThat(message.getSubject()).isEqualTo("Choose a new password");
        assertThat(message.getMessageID()).matches("<mal_[0-9a-z]{26}@keystead\\.test>");
        assertThat(message.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(message.getHeader("Content-Language")).containsExactly("en");
        assertThat(message.getHeader("Reply-To")).isNull();
        assertThat(message.getSentDate()).isNotNull();
        assertThat(message.getContentType()).startsWith("multipart/alternative");

        var parts = (MimeMultipart) message.getContent();
        assertThat(parts.getCount()).isEqualTo(2);
        BodyPart text = parts.getBodyPart(0);
        assertThat(text.getContentType()).isEqualToIgnoringCase("text/plain; charset=UTF-8");
        assertThat(text.getContent().toString().replace("\r\n", "\n")).isEqualTo("""
                Hello Ada,

                Hello Ada,

                The link works for 15 minutes.

                Choose a new password:
                https://id.example.org/reset?token=abc&step=1

                --\s
                You get this mail because somebody asked for a new password.
                """);
        BodyPart html = parts.getBodyPart(1);
        assertThat(html.getContentType()).isEqualToIgnoringCase("text/html; charset=UTF-8");
        assertThat(html.getContent().toString())
                .contains("<html lang=\"en\">", "href=\"https://id.example.org/reset?token=abc&amp;step=1\"")
                .doesNotContain("<img", "<script", "src=", "url(");
    }

    @Test
    void everyLetterArrivesAsItWasWritten() throws Exception {
        String subject = "Olá, Ñandú — パスワードを変更 🔑 ".repeat(4).strip();
        String paragraph = "<b>Não</b> & \"é\" 🔑 عربي".repeat(40);
        send(
                server,
                SampleMail.of(
                        "utf8@example.org", subject, paragraph, Instant.now().plus(LIMIT)));
        MimeMessage message = smtp.awaitMailTo("utf8@example.org");

        assertThat(message.getSubject()).isEqualTo(subject);
        var parts = (MimeMultipart) message.getContent();
        assertThat(parts.getBodyPart(0).getContent().toString()).contains(paragraph);
        assertThat(parts.getBodyPart(1).getContent().toString())
                .contains("&lt;b&gt;Não&lt;/b&gt; &amp; ")
                .doesNotContain("<b>");
        assertThat(message.getHeader("Subject")[0].lines())
                .allMatch(line -> line.chars().allMatch(c -> c < 128));
    }

    @Test
    void nothingIsSentForWhatIsUndone() {
        assertThatThrownBy(() -> server.write(Reserved.SYSTEM_WORKSPACE, transaction -> {
                    server.mails().send(transaction, SampleMail.to("undone@example.org"));
                    throw new IllegalStateException("undone");
                }))
                .hasMessage("undone");
        // What is queued later leaves later: when this one is there, the other one would be.
        send(server, SampleMail.to("done@example.org"));
        smtp.awaitMailTo("done@example.org");
        assertThat(smtp.receivedBy("undone@example.org")).isEmpty();
    }

    @Test
    void whatExpiredIsNeverSentAndSwept() {
        send(server, SampleMail.to("expired@example.org", Instant.now().minusSeconds(1)));
        send(server, SampleMail.to("fresh@example.org"));
        smtp.awaitMailTo("fresh@example.org");
        assertThat(smtp.receivedBy("expired@example.org")).isEmpty();
        server.sweepWhatExpired();
        assertThat(server.count(QUEUED + " where expires_at < now()")).isZero();
    }

    @Test
    void aQueuedMailShowsNeitherRecipientNorLink() {
        try (MailServer down = MailServer.stopped();
                TestServer waiting = TestServer.start(down.flags())) {
            send(waiting, SampleMail.to("sealed@example.org"));
            waiting.look().until(QUEUED + " where last_error is not null", 1);
            String row = waiting.look().text("select m::text || encode(m.sealed, 'escape') from events.mails m");
            assertThat(row)
                    .doesNotContain("sealed@", "example.org", "token", "Ada")
                    .contains("password-reset");
        }
    }

    @Test
    void aMailWaitsForAServerThatIsDown() {
        try (MailServer down = MailServer.stopped();
                TestServer waiting = TestServer.start(down.flags())) {
            send(waiting, SampleMail.to("patient@example.org"));
            waiting.look().until(QUEUED + " where last_error like 'the SMTP server cannot be reached%'", 1);
            down.up();
            down.awaitMailTo("patient@example.org");
            waiting.look().until(QUEUED, 0);
            assertThat(down.received()).hasSize(1);
        }
    }

    @Test
    void aMailThatCannotArriveInTimeIsGivenUpAndTheTrailSaysSo() {
        try (MailServer down = MailServer.stopped();
                TestServer waiting = TestServer.start(down.flags())) {
            send(waiting, SampleMail.to("late@example.org", Instant.now().plusSeconds(2)));
            waiting.look().until("select count(*) from audit.written where event_type in ('mail.fail')", 1);
            assertThat(waiting.count(QUEUED)).isZero();
            String payload =
                    waiting.look().text("select payload::text from audit.written where event_type = 'mail.fail'");
            assertThat(payload).contains("password-reset", "cannot be reached").doesNotContain("example.org");
        }
    }

    @Test
    void twoNodesSendEachMailOnce() throws Exception {
        int mails = 200;
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        String[] flags = {"--master-key", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU="};
        try (MailServer one = MailServer.start();
                TestServer here = TestServer.start(database, one.flags(flags));
                TestServer there = TestServer.start(database, one.flags(flags))) {
            TestServer.Elsewhere place = here.makeOrganisation("mail-nodes");
            for (int i = 0; i < mails; i += 20) {
                int first = i;
                TestServer node = i % 40 == 0 ? here : there;
                node.write(i < 100 ? Reserved.SYSTEM_WORKSPACE : place.workspace(), transaction -> {
                    for (int n = first; n < first + 20; n++) {
                        node.mails().send(transaction, SampleMail.to("n" + n + "@example.org"));
                    }
                    return true;
                });
            }
            Until.holds("the queue is empty", LIMIT, () -> here.count(QUEUED) == 0);
            List<String> recipients = new ArrayList<>();
            for (MimeMessage message : one.received()) {
                recipients.add(message.getAllRecipients()[0].toString());
            }
            assertThat(recipients).hasSize(mails).doesNotHaveDuplicates();
        }
    }

    @Test
    void aServerThatAsksForALoginGetsIt() {
        try (MailServer asking = MailServer.stopped()) {
            asking.greenMail().setUser("sender@example.org", "sender", "correct horse");
            asking.greenMail().getUserManager().setAuthRequired(true);
            asking.up();
            try (TestServer right = TestServer.start(
                    asking.flags("--mail-smtp-user", "sender", "--mail-smtp-password", "correct horse"))) {
                send(right, SampleMail.to("login@example.org"));
                asking.awaitMailTo("login@example.org");
            }
            try (TestServer wrong = TestServer.start(
                    asking.flags("--mail-smtp-user", "sender", "--mail-smtp-password", "wrong horse"))) {
                send(wrong, SampleMail.to("nologin@example.org"));
                wrong.look()
                        .until(QUEUED + " where last_error = 'the SMTP server refuses the user or the password'", 1);
            }
            assertThat(asking.receivedBy("nologin@example.org")).isEmpty();
        }
    }

    @Test
    void settingsThatDoNotFitTogetherStopTheStart() {
        assertThatThrownBy(() -> TestServer.start("--mail-smtp-host", "mail.example.org", "--mail-smtp-user", "me"))
                .hasMessageContaining("mail.smtp-user and mail.smtp-password are given together");
        assertThatThrownBy(() -> TestServer.start("--mail-smtp-user", "me", "--mail-smtp-password", "x"))
                .hasMessageContaining("mail.smtp-user is set without mail.smtp-host");
        assertThatThrownBy(() -> TestServer.start(
                        "--mail-smtp-host",
                        "mail.example.org",
                        "--mail-smtp-security",
                        "none",
                        "--mail-smtp-user",
                        "me",
                        "--mail-smtp-password",
                        "x"))
                .hasMessageContaining("mail.smtp-password would travel in the clear to mail.example.org");
    }
}
