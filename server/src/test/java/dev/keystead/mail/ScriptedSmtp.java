package dev.keystead.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// An SMTP server that answers as a test wants, over real sockets: refusals and STARTTLS, which the other one lacks.
final class ScriptedSmtp implements AutoCloseable {
    private final ServerSocket socket;
    private final UnaryOperator<String> script;
    private final Optional<SSLContext> encryption;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    /// @param script the answer to a command, or nothing for the usual one
    ScriptedSmtp(UnaryOperator<String> script, Optional<SSLContext> encryption) {
        try {
            this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.script = script;
        this.encryption = encryption;
        Thread.ofVirtual().name("scripted-smtp").start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /// Every command, with a mark before those that came encrypted.
    List<String> heard() {
        return List.copyOf(heard);
    }

    int connections() {
        return connections.get();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            say(client, "220 scripted.test ESMTP");
            talk(client, "");
        } catch (IOException gone) {
            // The other side left, which is its right.
        }
    }

    private void talk(Socket client, String mark) throws IOException {
        var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        String line = in.readLine();
        while (line != null) {
            heard.add(mark + line);
            if (line.equals("STARTTLS") && encryption.isPresent()) {
                say(client, "220 go on");
                talk(encrypted(client, encryption.get()), "tls ");
                return;
            }
            String scripted = script.apply(line);
            say(client, scripted.isEmpty() ? usual(line) : scripted);
            if (line.equals("DATA") && scripted.isEmpty()) {
                while (!in.readLine().equals(".")) {
                    // The text itself is looked at elsewhere.
                }
                say(client, "250 taken");
            }
            line = in.readLine();
        }
    }

    private String usual(String line) {
        if (line.startsWith("EHLO")) {
            return encryption.isPresent() ? "250-scripted.test\r\n250 STARTTLS" : "250 scripted.test";
        }
        return line.equals("DATA") ? "354 go on" : line.equals("QUIT") ? "221 bye" : "250 fine";
    }

    private static Socket encrypted(Socket plain, SSLContext context) throws IOException {
        var socket = (SSLSocket) context.getSocketFactory().createSocket(plain, null, plain.getPort(), true);
        socket.setUseClientMode(false);
        return socket;
    }

    private static void say(Socket client, String line) throws IOException {
        client.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
