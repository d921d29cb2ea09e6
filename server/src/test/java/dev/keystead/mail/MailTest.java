package dev.keystead.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailTest {
    private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ada",
                "@example.org",
                "ada@",
                "ada@example.org\r\nBcc: eve@example.org",
                "ada@example.org\nSubject: x",
                "ada@example.org\r",
                "ada@example.org,eve@example.org",
                "ada@example.org eve@example.org",
                "Ada <ada@example.org>",
                "<ada@example.org>",
                "\"ada\r\n\"@example.org",
                "ada@example.org>\r\nRCPT TO:<eve@example.org",
                "ada@[127.0.0.1]",
                "ada\u0000@example.org",
                "ada@example.org\u2028",
                "ad\u00e1@example.org"
            })
    void aRecipientIsOneBareAddress(String recipient) {
        assertThatThrownBy(() -> SampleMail.to(recipient))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the recipient of a mail is not an e-mail address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "Hello\r\nBcc: eve@example.org",
                "Hello\nX: y",
                "Hello\rX: y",
                "Hello\u0000",
                "Hello\u0085X: y",
                "Hello\u2028X: y",
                "Hello\u2029X: y",
                "Hello\ud800"
            })
    void noTextHoldsALineBreak(String text) {
        assertThatThrownBy(() -> SampleMail.of("ada@example.org", text, "Fine.", LATER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the subject of a mail");
        assertThatThrownBy(() -> SampleMail.of("ada@example.org", "Fine", text, LATER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the paragraph of a mail");
        assertThatThrownBy(() -> new Mail.Action(text, SampleMail.LINK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the label of a mail");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"javascript:alert(1)", "data:text/html,x", "mailto:a@b.c", "/reset", "https:///x", "ftp://x.y/"})
    void aLinkLeadsToTheWeb(String link) {
        assertThatThrownBy(() -> new Mail.Action("Go on", URI.create(link)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the link of a mail is an http or https URL with a host");
    }

    @Test
    void textsHaveBounds() {
        assertThatThrownBy(() -> SampleMail.of("ada@example.org", "x".repeat(251), "Fine.", LATER))
                .hasMessage("the subject of a mail has 1 to 250 characters");
        assertThat(Mail.line("x".repeat(250))).hasSize(250);
        assertThat(Mail.line("x".repeat(251))).hasSize(250).endsWith("x…");
        assertThat(Mail.line("\ud83d\udc22".repeat(200)))
                .as("no half of a character")
                .endsWith("\ud83d\udc22…");
        assertThat(SampleMail.of("ada@example.org", "x".repeat(250), "x".repeat(2_000), LATER)
                        .subject())
                .hasSize(250);
    }

    @Test
    void itsTextShowsNoSecret() {
        assertThat(SampleMail.to("ada@example.org").toString()).isEqualTo("Mail[password-reset]");
    }
}
