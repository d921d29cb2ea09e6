package dev.keystead.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/// A road to a server on which the first answers are lost after the server has done its work.
final class FaultyRoad implements AutoCloseable {
    private final ServerSocket door;
    private final URI server;
    private final AtomicInteger toLose;

    FaultyRoad(URI server, int toLose) throws IOException {
        this.server = server;
        this.toLose = new AtomicInteger(toLose);
        door = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(this::accept);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + door.getLocalPort());
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket here = door.accept();
                Thread.ofVirtual().start(() -> carry(here));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void carry(Socket here) {
        try (here;
                var there = new Socket(server.getHost(), server.getPort())) {
            Thread.ofVirtual().start(() -> copy(here, there));
            InputStream answer = there.getInputStream();
            byte[] first = new byte[8192];
            int count = answer.read(first);
            if (count < 0 || toLose.getAndDecrement() > 0) {
                return;
            }
            OutputStream out = here.getOutputStream();
            out.write(first, 0, count);
            answer.transferTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // One of the two has hung up, which ends the other's part too.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
