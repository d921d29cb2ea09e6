package dev.keystead.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.Until;
import dev.keystead.tenancy.TypedId;
import dev.keystead.workspace.Reserved;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The development inbox: who gets to see it, and what.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InboxTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final TestServer server = TestServer.start();

    @AfterAll
    void stop() {
        server.close();
    }

    private void send(TypedId workspace, Mail mail) {
        server.write(workspace, transaction -> {
            server.mails().send(transaction, mail);
            return true;
        });
    }

    private String pageWith(String text) {
        Until.holds(
                "the inbox shows " + text,
                LIMIT,
                () -> server.as("").get("/dev/inbox").text().contains(text));
        return server.as("").get("/dev/inbox").text();
    }

    @Test
    void aNewcomerFindsTheLinkOfAMail() {
        send(Reserved.SYSTEM_WORKSPACE, SampleMail.to("newcomer@example.org"));
        assertThat(pageWith("newcomer@example.org"))
                .contains("Choose a new password")
                .contains("href=\"https://id.example.org/reset?token=abc&amp;step=1\"");
        server.look().until("select count(*) from events.mails", 0);
    }

    @Test
    void whatAMailSaysIsShownAsText() {
        Instant later = Instant.now().plus(LIMIT);
        send(
                Reserved.SYSTEM_WORKSPACE,
                SampleMail.of(
                        "escape@example.org", "<script>alert(1)</script>", "<img src=x onerror=alert(2)>", later));
        assertThat(pageWith("escape@example.org"))
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;img src=x onerror=alert(2)&gt;")
                .doesNotContain("<script>alert", "<img src=x");
    }

    @Test
    void mailsOfAllWorkspacesAreThereNewestFirst() {
        TestServer.Elsewhere place = server.makeOrganisation("inbox-other");
        send(Reserved.SYSTEM_WORKSPACE, SampleMail.to("first@example.org"));
        pageWith("first@example.org");
        send(place.workspace(), SampleMail.to("second@example.org"));
        String page = pageWith("second@example.org");
        assertThat(page.indexOf("second@example.org")).isLessThan(page.indexOf("first@example.org"));
    }

    @Test
    void itKeepsTheLastOnesOnly() {
        var inbox = new Inbox(Clock.systemUTC());
        try (Outlet.Line line = inbox.open()) {
            for (int i = 0; i < Inbox.MOST + 5; i++) {
                line.deliver(MailId.make(), SampleMail.to("n" + i + "@example.org"));
            }
        }
        assertThat(inbox.newestFirst()).hasSize(Inbox.MOST);
        assertThat(inbox.newestFirst().getFirst().mail().recipient()).isEqualTo("n204@example.org");
        assertThat(inbox.newestFirst().getLast().mail().recipient()).isEqualTo("n5@example.org");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: id.example.org",
                "Host: 127.0.0.1.example.org",
                "Host: localhost.example.org",
                "Host: 192.0.2.1:8080",
                "Host: 127.0.0.1\r\nX-Forwarded-For: 127.0.0.1",
                "Host: 127.0.0.1\r\nForwarded: for=127.0.0.1",
                "Host: 127.0.0.1\r\nX-Real-IP: 127.0.0.1",
                "Host: 127.0.0.1\r\nVia: 1.1 proxy"
            })
    void itAnswersNobodyElse(String headers) throws IOException {
        assertThat(statusLine(headers)).contains(" 404 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: 127.0.0.1:8080", "Host: localhost", "Host: localhost:8080", "Host: [::1]:8080"})
    void itAnswersThisMachineByItsNames(String headers) throws IOException {
        assertThat(statusLine(headers)).contains(" 200 ");
    }

    private String statusLine(String headers) throws IOException {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.setSoTimeout(10_000);
            String request = "GET /dev/inbox HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.lines().findFirst().orElse("");
        }
    }

    @Test
    void itIsNotThereOnceMailsAreSent() {
        try (MailServer smtp = MailServer.start();
                TestServer sending = TestServer.start(smtp.flags())) {
            isNotThere(sending);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--http-host 0.0.0.0", "--http-trusted-proxies 127.0.0.1", "--roles web"})
    void itIsNotThereWhereOthersCouldReachIt(String flags) {
        try (TestServer reachable = TestServer.start(flags.split(" ", -1))) {
            isNotThere(reachable);
        }
    }

    @Test
    void itIsNotThereBehindAPublicAddress() {
        String port = Integer.toString(MailServer.freePort());
        try (TestServer known =
                TestServer.start("--http-port", port, "--http-public-url", "http://localhost:" + port)) {
            isNotThere(known);
        }
    }

    private static void isNotThere(TestServer at) {
        assertThat(at.routes()).noneMatch(route -> route.template().text().startsWith("/dev/"));
    }
}
