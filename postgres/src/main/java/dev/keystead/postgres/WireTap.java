package dev.keystead.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// For tests: stands between the driver and the server and counts what passes, by the frontend messages of protocol
/// version 3. The connections through it must not be encrypted.
///
/// A round trip is a burst of messages from the client after the server has spoken. The server's bytes are noted before
/// they are passed on, so the client cannot answer unnoticed and the count does not depend on timing.
public final class WireTap implements AutoCloseable {
    private final ServerSocket listener;
    private final String host;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private Counts counts = new Counts(0, 0, 0);

    /// What the clients have sent so far.
    public record Counts(long messages, long roundTrips, long syncs) {
        public Counts since(Counts before) {
            return new Counts(messages - before.messages, roundTrips - before.roundTrips, syncs - before.syncs);
        }
    }

    private WireTap(ServerSocket listener, URI server) {
        this.listener = listener;
        this.host = server.getHost();
        this.port = server.getPort();
    }

    /// A tap before a server.
    ///
    /// @param jdbcUrl of the server behind the tap
    public static WireTap to(String jdbcUrl) {
        try {
            var tap = new WireTap(
                    new ServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                    URI.create(jdbcUrl.substring("jdbc:".length())));
            Thread.ofVirtual().start(tap::accept);
            return tap;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The same URL, through this tap.
    public String url(String jdbcUrl) {
        return jdbcUrl.replace(
                host + ":" + port, listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort());
    }

    public synchronized Counts counts() {
        return counts;
    }

    /// One connection: whose turn it is there says nothing about any other.
    private final class Conversation {
        private final Frontend frontend = new Frontend();
        private boolean serverSpokeLast = true;

        void clientSent(ByteBuffer chunk) {
            List<Byte> types = frontend.messagesIn(chunk);
            synchronized (WireTap.this) {
                counts = new Counts(
                        counts.messages + types.size(),
                        counts.roundTrips + (serverSpokeLast ? 1 : 0),
                        counts.syncs
                                + types.stream().filter(type -> type == 'S').count());
                serverSpokeLast = false;
            }
        }

        void serverSent() {
            synchronized (WireTap.this) {
                serverSpokeLast = true;
            }
        }
    }

    /// Cuts every connection, as a crash of the network would.
    public void cut() {
        sockets.forEach(WireTap::closeQuietly);
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                var server = new Socket(host, port);
                server.setTcpNoDelay(true);
                client.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                var conversation = new Conversation();
                Thread.ofVirtual()
                        .start(() ->
                                joining(client, server, (from, to) -> passing(from, to, conversation::clientSent)));
                Thread.ofVirtual()
                        .start(() -> joining(
                                server, client, (from, to) -> passing(from, to, _ -> conversation.serverSent())));
            }
        } catch (IOException _) {
            // The tap was closed, or the server is gone: the clients see it by themselves.
        }
    }

    private interface Passage {
        void pass(InputStream from, OutputStream to) throws IOException;
    }

    private static void joining(Socket from, Socket to, Passage passage) {
        try {
            passage.pass(from.getInputStream(), to.getOutputStream());
        } catch (IOException _) {
            // One side is gone, so the other has nobody to talk to.
        } finally {
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    /// Whatever one side sent in one go is passed on in one go: a driver that does not wait in the middle of what it
    /// sends must not look as if it did.
    private static void passing(InputStream from, OutputStream to, Consumer<ByteBuffer> note) throws IOException {
        var chunk = new byte[1 << 16];
        int length;
        while ((length = from.read(chunk)) >= 0) {
            note.accept(ByteBuffer.wrap(chunk, 0, length));
            to.write(chunk, 0, length);
        }
    }

    /// Finds where messages begin in what a client sends: a type byte and a length that counts itself. The first
    /// message has no type; encryption is switched off, so it is the startup message.
    private static final class Frontend {
        private boolean started;
        private int header;
        private int length;
        private int left;

        List<Byte> messagesIn(ByteBuffer chunk) {
            var types = new ArrayList<Byte>();
            while (chunk.hasRemaining()) {
                if (left > 0) {
                    int step = Math.min(left, chunk.remaining());
                    chunk.position(chunk.position() + step);
                    left -= step;
                } else if (started && header == 0) {
                    types.add(chunk.get());
                    header = 4;
                } else {
                    header = header == 0 ? 4 : header;
                    length = length << 8 | (chunk.get() & 0xff);
                    if (--header == 0) {
                        left = length - 4;
                        length = 0;
                        started = true;
                    }
                }
            }
            return types;
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // Closing is all that can be done to it.
        }
    }
}
