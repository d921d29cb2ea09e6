package dev.keystead.platform.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelfSignedTest {
    private static final Clock NOW = Clock.systemUTC();

    @TempDir
    Path folder;

    private Identity made(Clock clock, String... more) {
        return new SelfSigned(folder.resolve("data"), SelfSigned.usualNames(more), clock).identity();
    }

    @Test
    void itNamesThisMachineAndVouchesForItself() throws GeneralSecurityException {
        var certificate = made(NOW, "box.example", "*.id.example.com").chain().getFirst();

        certificate.checkValidity();
        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(certificate.getSubjectAlternativeNames().stream().map(name -> (Object) name.get(1)))
                .containsExactlyInAnyOrder(
                        "localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "box.example", "*.id.example.com");
    }

    @Test
    void itIsKeptForItsOwnerAlone() throws IOException {
        Identity first = made(NOW);

        assertThat(made(NOW)).isEqualTo(first);
        Path file = folder.resolve("data/self-signed.pem");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (var files = Files.list(folder.resolve("data"))) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void itIsMadeAnewForANewNameBeforeItEndsAndWhenItIsDamaged() throws IOException {
        Identity first = made(NOW);

        Identity named = made(NOW, "new.example");
        assertThat(named).isNotEqualTo(first);
        assertThat(made(NOW)).isEqualTo(named);

        Identity later = made(Clock.offset(NOW, Duration.ofDays(340)));
        assertThat(later).isNotEqualTo(named);

        Files.writeString(folder.resolve("data/self-signed.pem"), "damaged");
        assertThat(made(NOW)).isNotEqualTo(later);
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        var certificate = new SelfSigned(file, Set.of("localhost"), NOW);

        assertThatThrownBy(certificate::identity)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("cannot be written")
                .hasMessageContaining("--data-dir");
    }
}
