package dev.keystead.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// What a process writes, read as it comes, so that the process never waits for us.
final class Output {
    private final StringBuilder text = new StringBuilder();
    private final Thread reader;

    private Output(InputStream stream) {
        this.reader = Thread.ofPlatform().daemon().name("output").unstarted(() -> read(stream));
    }

    static Output of(InputStream stream) {
        var output = new Output(stream);
        output.reader.start();
        return output;
    }

    String soFar() {
        synchronized (text) {
            return text.toString();
        }
    }

    /// Everything, once the process has ended.
    String whole() {
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return soFar();
    }

    private void read(InputStream stream) {
        try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (text) {
                    text.append(line).append('\n');
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
