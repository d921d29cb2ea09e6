package dev.keystead.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TarArchiveTest {
    @TempDir
    private Path folder;

    private Path target;

    @BeforeEach
    void makeTarget() throws IOException {
        target = Files.createDirectory(folder.resolve("target"));
    }

    @Test
    void filesFoldersAndLinksAreUnpacked() throws IOException {
        unpack(new Tar()
                .folder("empty/")
                .file("bin/tool", 0755, "run")
                .file("lib/a.so.1", 0644, "library")
                .link("lib/a.so", "a.so.1")
                .link("lib/up", "../bin/tool"));
        assertThat(target.resolve("empty")).isDirectory();
        assertThat(target.resolve("bin/tool")).hasContent("run").isExecutable();
        assertThat(target.resolve("lib/a.so")).isSymbolicLink().hasContent("library");
        assertThat(target.resolve("lib/up")).hasContent("run");
        assertThat(TestFolders.mode(target.resolve("lib/a.so.1"))).isEqualTo("rw-r--r--");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "a/../../evil", "/tmp/keystead-evil", "", ".", "a/.."})
    void anEntryOutsideTheFolderIsRefused(String name) {
        assertRefused(new Tar().file(name, 0644, "evil"));
        assertThat(folder.resolve("evil")).doesNotExist();
        assertThat(Path.of("/tmp/keystead-evil")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "/etc/passwd", "a/../../outside", ""})
    void aLinkToTheOutsideIsRefused(String pointsTo) {
        assertRefused(new Tar().link("link", pointsTo));
        assertThat(Files.isSymbolicLink(target.resolve("link"))).isFalse();
    }

    @Test
    void nothingIsWrittenThroughALink() {
        assertRefused(new Tar().folder("top/").link("p/q/x", "../../top").link("p/q/x/up", "../../.."));
        assertThat(target.resolve("top/up")).doesNotExist();
    }

    @Test
    void aSecondEntryOfTheSameNameIsRefused() {
        assertThatThrownBy(() -> unpack(new Tar().file("a", 0644, "1").file("a", 0644, "2")))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void aHardLinkIsRefused() {
        assertRefused(new Tar().entry("a", 0644, '1', "b", ""));
    }

    @Test
    void aDamagedHeaderIsRefused() {
        byte[] bytes = new Tar().file("a", 0644, "1").bytes();
        bytes[0] = 'b';
        assertThatThrownBy(() -> TarArchive.unpack(new ByteArrayInputStream(bytes), target))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken header");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 512, 600, 1_023, 1_024})
    void anArchiveThatEndsTooEarlyIsRefused(int length) {
        byte[] bytes = Arrays.copyOf(new Tar().file("a", 0644, "x".repeat(200)).bytes(), length);
        assertThatThrownBy(() -> TarArchive.unpack(new ByteArrayInputStream(bytes), target))
                .isInstanceOf(EOFException.class);
    }

    private void unpack(Tar tar) throws IOException {
        TarArchive.unpack(new ByteArrayInputStream(tar.bytes()), target);
    }

    private void assertRefused(Tar tar) {
        assertThatThrownBy(() -> unpack(tar)).isInstanceOf(IOException.class).hasMessageContaining("rchive");
    }

    /// Writes archives, evil ones too.
    private static final class Tar {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Tar file(String name, int mode, String content) {
            return entry(name, mode, '0', "", content);
        }

        Tar folder(String name) {
            return entry(name, 0755, '5', "", "");
        }

        Tar link(String name, String pointsTo) {
            return entry(name, 0777, '2', pointsTo, "");
        }

        Tar entry(String name, int mode, char kind, String pointsTo, String content) {
            byte[] body = content.getBytes(StandardCharsets.UTF_8);
            byte[] header = new byte[512];
            put(header, 0, name);
            put(header, 100, "%07o".formatted(mode));
            put(header, 124, "%011o".formatted(body.length));
            put(header, 148, " ".repeat(8));
            header[156] = (byte) kind;
            put(header, 157, pointsTo);
            put(header, 257, "ustar");
            int sum = 0;
            for (byte each : header) {
                sum += Byte.toUnsignedInt(each);
            }
            put(header, 148, "%06o\0 ".formatted(sum));
            out.writeBytes(header);
            out.writeBytes(Arrays.copyOf(body, (body.length + 511) / 512 * 512));
            return this;
        }

        byte[] bytes() {
            byte[] entries = out.toByteArray();
            return Arrays.copyOf(entries, entries.length + 1024);
        }

        private static void put(byte[] header, int offset, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(bytes, 0, header, offset, bytes.length);
        }
    }
}
