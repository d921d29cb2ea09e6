package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.start.StartRefused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What is said while a command works and when it fails.
class TalkTest {
    private static final Pattern KEPT = Pattern.compile("the details are in (\\S+),");

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Terminal terminal(boolean quiet, boolean animated) {
        return new Terminal(Spoken.stream(new ByteArrayOutputStream()), Spoken.stream(err), quiet, false, animated);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void withoutATerminalEachStepIsAPlainLine() {
        try (Progress progress = Progress.on(terminal(false, false))) {
            progress.accept("Unpacking.");
            progress.accept("Starting");
        }

        assertThat(said()).isEqualTo("Unpacking\nStarting\n");
    }

    @Test
    void onATerminalTheLineOfAStepIsErasedAtItsEnd() {
        try (Progress progress = Progress.on(terminal(false, true))) {
            progress.accept("Unpacking");
        }

        assertThat(said()).contains("Unpacking").contains("\r\u001b[2K");
    }

    @Test
    void inQuietNothingIsSaid() {
        try (Progress progress = Progress.on(terminal(true, true))) {
            progress.accept("Unpacking");
        }

        assertThat(said()).isEmpty();
    }

    @Test
    void aRefusedStartIsItsSentence() {
        ExitCode code = Failure.thrown(terminal(true, false), new StartRefused("The port is used; choose another."));

        assertThat(code).isEqualTo(ExitCode.FAILED);
        assertThat(said()).isEqualTo("keystead: The port is used; choose another.\n");
    }

    @Test
    void theStackOfAnUnexpectedErrorIsKeptInAFileWithoutCredentials() throws IOException {
        Failure.thrown(terminal(true, false), new IllegalStateException("password=hush-hush"));

        Matcher kept = KEPT.matcher(said());
        assertThat(kept.find()).as(said()).isTrue();
        Path file = Path.of(kept.group(1));
        try {
            assertThat(said()).hasLineCount(1).doesNotContain("IllegalState");
            assertThat(file)
                    .content()
                    .contains("IllegalStateException", "TalkTest")
                    .doesNotContain("hush-hush");
        } finally {
            Files.delete(file);
        }
    }
}
