package dev.keystead.device.authority;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The program `openssl`, which knows nothing of us.
public final class OpenSsl {
    private final Path folder;

    public OpenSsl(Path folder) {
        this.folder = folder;
    }

    /// What it said, and whether it was content.
    public record Said(int status, String text) {}

    public Path write(String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public Path write(String name, String text) {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    public Said run(String... arguments) {
        var command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(process.waitFor(), text);
        } catch (IOException e) {
            throw new IllegalStateException("openssl is needed for this test", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
