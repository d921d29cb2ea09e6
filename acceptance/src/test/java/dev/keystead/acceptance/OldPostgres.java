package dev.keystead.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// As much of a PostgreSQL 14 as a client sees before it decides to leave: the start of a session, in which the server
/// tells its version, and an empty answer to each statement.
final class OldPostgres implements AutoCloseable {
    private static final int PROTOCOL_3 = 196_608;
    private static final Map<String, String> PARAMETERS = Map.of(
            "server_version", "14.13",
            "server_encoding", "UTF8",
            "client_encoding", "UTF8",
            "DateStyle", "ISO, MDY",
            "TimeZone", "UTC",
            "integer_datetimes", "on",
            "standard_conforming_strings", "on");

    private final ServerSocket socket;

    OldPostgres() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void serve(Socket client) {
        try (client) {
            var in = new DataInputStream(client.getInputStream());
            var out = new DataOutputStream(client.getOutputStream());
            // Requests for encryption come first and are declined with one byte.
            for (int length = in.readInt(), code = in.readInt();
                    code != PROTOCOL_3;
                    length = in.readInt(), code = in.readInt()) {
                in.skipNBytes(length - 8L);
                out.writeByte('N');
            }
            // What is left of the start-up message: pairs of strings, ended by an empty one.
            while (!string(in).isEmpty()) {
                string(in);
            }
            message(out, 'R', new byte[4]);
            for (Map.Entry<String, String> parameter : PARAMETERS.entrySet()) {
                message(out, 'S', bytes(parameter.getKey() + "\0" + parameter.getValue() + "\0"));
            }
            message(out, 'K', new byte[8]);
            message(out, 'Z', bytes("I"));
            answer(in, out);
        } catch (IOException e) {
            // The client has left, which is what it was invited to do.
        }
    }

    private static void answer(DataInputStream in, DataOutputStream out) throws IOException {
        while (true) {
            char type = (char) in.readByte();
            in.skipNBytes(in.readInt() - 4L);
            switch (type) {
                case 'P' -> message(out, '1', new byte[0]);
                case 'B' -> message(out, '2', new byte[0]);
                case 'D' -> message(out, 'n', new byte[0]);
                case 'E' -> message(out, 'C', bytes("SET\0"));
                case 'S' -> message(out, 'Z', bytes("I"));
                case 'Q' -> {
                    message(out, 'C', bytes("SET\0"));
                    message(out, 'Z', bytes("I"));
                }
                default -> {
                    return;
                }
            }
        }
    }

    private static void message(DataOutputStream out, char type, byte[] content) throws IOException {
        out.writeByte(type);
        out.writeInt(content.length + 4);
        out.write(content);
        out.flush();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String string(DataInputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int next = in.readUnsignedByte(); next != 0; next = in.readUnsignedByte()) {
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.UTF_8);
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
