package dev.keystead.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MasterKeyTest {
    @TempDir
    private Path folder;

    private MasterKey load() {
        return MasterKey.load(Optional.empty(), folder);
    }

    private static byte[] bytes(int length) {
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    @Test
    void theFileIsMadeOnceAndReadableByItsOwnerOnly() throws IOException {
        MasterKey first = load();
        Path file = folder.resolve("master.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String text = Files.readString(file);
        assertThat(Base64.getDecoder().decode(text.strip())).hasSize(32);
        MasterKey second = load();
        assertThat(Files.readString(file)).isEqualTo(text);
        assertThat(second.password("p")).isEqualTo(first.password("p"));
        assertThat(second.mac("m").of("x")).isEqualTo(first.mac("m").of("x"));
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aFolderThatIsNotThereIsMade() {
        Path deep = folder.resolve("a/b/c");
        MasterKey.load(Optional.empty(), deep);
        assertThat(deep.resolve("master.key")).exists();
    }

    @Test
    void manyMakersAtOnceAgreeOnOneKey() throws Exception {
        List<Callable<String>> makers = new ArrayList<>();
        IntStream.range(0, 32).forEach(_ -> makers.add(() -> load().password("p")));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var passwords = new ArrayList<String>();
            for (Future<String> made : threads.invokeAll(makers)) {
                passwords.add(made.get());
            }
            assertThat(passwords).hasSize(32).containsOnly(load().password("p"));
        }
        try (var files = Files.list(folder)) {
            assertThat(files).as("no draft is left").hasSize(1);
        }
    }

    @Test
    void theConfiguredKeyIsUsedAndNoFileIsMade() throws IOException {
        MasterKey configured = MasterKey.load(Optional.of(bytes(32)), folder);
        assertThat(configured.password("p")).isEqualTo(MasterKey.of(bytes(32)).password("p"));
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 31, 33, 64})
    void aKeyOfAnotherLengthIsToldInASentence(int length) throws IOException {
        assertThatThrownBy(() -> MasterKey.of(bytes(length)))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("32 bytes")
                .hasMessageContaining("openssl rand -base64 32");
        Path file = folder.resolve("master.key");
        Files.writeString(file, Base64.getEncoder().encodeToString(bytes(length)));
        // A damaged file must not be told like a wrong setting: making a new key would lose what the old one sealed.
        assertThatThrownBy(this::load)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("restore it from a backup")
                .message()
                .doesNotContain("openssl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"not base64!", "====", "QUJD*", "\u0000\u0001", "é"})
    void aFileThatIsNotBase64IsToldInASentenceAndKept(String text) throws IOException {
        Path file = folder.resolve("master.key");
        Files.writeString(file, text);
        assertThatThrownBy(this::load)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("restore it from a backup");
        assertThat(Files.readString(file)).isEqualTo(text);
    }

    @Test
    void aFileThatIsNotEvenTextIsToldInASentenceToo() throws IOException {
        Files.write(folder.resolve("master.key"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThatThrownBy(this::load)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("restore it from a backup");
    }

    @Test
    void aFolderInItsPlaceIsToldInASentence() throws IOException {
        Files.createDirectory(folder.resolve("master.key"));
        assertThatThrownBy(this::load).isInstanceOf(StartRefused.class).hasMessageContaining("cannot be read or made");
    }

    @Test
    void theCallersArrayIsNotTheKey() {
        byte[] given = bytes(32);
        MasterKey key = MasterKey.of(given);
        String before = key.password("p");
        given[0]++;
        assertThat(key.password("p")).isEqualTo(before);
    }

    @Test
    void everyPurposeHasAKeyOfItsOwn() {
        MasterKey key = MasterKey.of(bytes(32));
        List<String> purposes = List.of("a", "b", "a/b", "ab", "A", "", "api-key", "setup-token", "password/a");
        assertThat(purposes.stream().map(key::password)).doesNotHaveDuplicates();
        assertThat(purposes.stream()
                        .map(purpose -> Base64.getEncoder()
                                .encodeToString(key.mac(purpose).of("same text"))))
                .doesNotHaveDuplicates();
        assertThat(key.derive("AES", "one").getEncoded())
                .hasSize(32)
                .isNotEqualTo(key.derive("AES", "two").getEncoded())
                .isEqualTo(key.derive("AES", "one").getEncoded());
    }

    @Test
    void anotherMasterKeyDerivesOtherKeys() {
        byte[] other = bytes(32);
        other[31] ^= 1;
        assertThat(MasterKey.of(other).password("p"))
                .isNotEqualTo(MasterKey.of(bytes(32)).password("p"));
    }

    @Test
    void aDerivedPasswordIsLongAndNeedsNoQuoting() {
        assertThat(MasterKey.of(bytes(32)).password("database/app")).matches("[A-Za-z0-9_-]{43}");
    }
}
