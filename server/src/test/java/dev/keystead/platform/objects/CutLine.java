package dev.keystead.platform.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/// A line to a server that breaks once, after a number of bytes were sent over it; something else may happen at
/// that moment. Later connections are passed through whole.
final class CutLine implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final long bytes;
    private final Runnable atCut;
    private final AtomicBoolean cut = new AtomicBoolean();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    CutLine(int target, long bytes, Runnable atCut) {
        this.target = target;
        this.bytes = bytes;
        this.atCut = atCut;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::listen);
    }

    String endpoint() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    boolean wasCut() {
        return cut.get();
    }

    private void listen() {
        try {
            while (!listener.isClosed()) {
                Socket client = listener.accept();
                threads.execute(() -> pass(client));
            }
        } catch (IOException _) {
            // It was closed.
        }
    }

    private void pass(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            threads.execute(() -> copy(server, client, false));
            copy(client, server, true);
        } catch (IOException _) {
            // The other side notices by itself.
        }
    }

    private void copy(Socket from, Socket to, boolean counting) {
        var buffer = new byte[16 * 1024];
        long passed = 0;
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                passed += read;
                if (counting && passed >= bytes && cut.compareAndSet(false, true)) {
                    atCut.run();
                    from.close();
                    to.close();
                    return;
                }
            }
        } catch (IOException _) {
            // The other side notices by itself.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        threads.shutdownNow();
    }
}
