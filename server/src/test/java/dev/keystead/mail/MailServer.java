package dev.keystead.mail;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.keystead.server.Until;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// A real SMTP server, and how a Keystead is told to use it.
final class MailServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final int port;
    private final GreenMail server;

    private MailServer(int port, String protocol) {
        this.port = port;
        this.server = new GreenMail(new ServerSetup(port, "127.0.0.1", protocol));
    }

    static MailServer start() {
        MailServer made = stopped();
        made.server.start();
        return made;
    }

    /// One that is not up yet.
    static MailServer stopped() {
        return new MailServer(freePort(), ServerSetup.PROTOCOL_SMTP);
    }

    /// One that encrypts from the first byte.
    static MailServer encrypting() {
        return new MailServer(freePort(), ServerSetup.PROTOCOL_SMTPS);
    }

    static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String[] flags(int port, String... more) {
        return Stream.concat(
                        Stream.of(
                                "--mail-smtp-host",
                                "127.0.0.1",
                                "--mail-smtp-port",
                                Integer.toString(port),
                                "--mail-smtp-security",
                                "none",
                                "--mail-from",
                                "Keystéad Tests <no-reply@keystead.test>"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    String[] flags(String... more) {
        return flags(port, more);
    }

    int port() {
        return port;
    }

    GreenMail greenMail() {
        return server;
    }

    void up() {
        server.start();
    }

    List<MimeMessage> received() {
        return List.of(server.getReceivedMessages());
    }

    List<MimeMessage> receivedBy(String recipient) {
        return received().stream().filter(message -> isTo(message, recipient)).toList();
    }

    /// Waits for the one mail to somebody.
    MimeMessage awaitMailTo(String recipient) {
        Until.holds(
                "a mail to " + recipient + " arrived",
                LIMIT,
                () -> !receivedBy(recipient).isEmpty());
        return receivedBy(recipient).getFirst();
    }

    private static boolean isTo(MimeMessage message, String recipient) {
        try {
            return message.getAllRecipients()[0].toString().equals(recipient);
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop();
    }
}
