package dev.keystead.credential.password;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// A library that is not there, or not what it says, costs speed and nothing else.
class NativeArgon2Test {
    @TempDir
    private Path folder;

    @Test
    void anAbsentLibraryIsUnusable() {
        assertThat(NativeArgon2.load("libno-such-thing.so.1"))
                .isEqualTo(new NativeArgon2.Loading.Unusable("there is none for this machine"));
    }

    @Test
    void aLibraryOfAnotherMachineIsUnusable() throws IOException {
        var header = new byte[64];
        byte[] elfForS390 = {0x7f, 'E', 'L', 'F', 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 22};
        System.arraycopy(elfForS390, 0, header, 0, elfForS390.length);
        Path library = Files.write(folder.resolve("libargon2.so.1"), header);
        assertThat(NativeArgon2.load(library.toString()))
                .isEqualTo(new NativeArgon2.Loading.Unusable("there is none for this machine"));
    }

    @Test
    void aFileThatIsNoLibraryIsUnusable() throws IOException {
        Path library = Files.writeString(folder.resolve("libargon2.so.1"), "not a library");
        assertThat(NativeArgon2.load(library.toString())).isInstanceOf(NativeArgon2.Loading.Unusable.class);
        assertThat(NativeArgon2.load(folder.toString())).isInstanceOf(NativeArgon2.Loading.Unusable.class);
        assertThat(NativeArgon2.load("")).isInstanceOf(NativeArgon2.Loading.Unusable.class);
        assertThat(NativeArgon2.load("a\0b")).isInstanceOf(NativeArgon2.Loading.Unusable.class);
    }

    @Test
    void aLibraryOfSomethingElseIsUnusable() {
        assertThat(NativeArgon2.load("libm.so.6"))
                .isEqualTo(new NativeArgon2.Loading.Unusable("it has no function argon2_ctx"));
    }

    @Test
    void aLibraryThatComputesWronglyIsUnusable() throws ReflectiveOperationException {
        assertThat(standingIn("doesNothing"))
                .isEqualTo(new NativeArgon2.Loading.Unusable("it computed a known hash wrongly"));
    }

    @Test
    void aLibraryThatRefusesToComputeIsUnusable() throws ReflectiveOperationException {
        assertThat(standingIn("refuses"))
                .isEqualTo(new NativeArgon2.Loading.Unusable("it refused to compute a known hash"));
    }

    static int doesNothing(MemorySegment context, int type) {
        return 0;
    }

    static int refuses(MemorySegment context, int type) {
        return -22;
    }

    /// A real native function that stands where `argon2_ctx` should.
    @SuppressWarnings("restricted") // it is native code that is tested
    private static NativeArgon2.Loading standingIn(String method) throws ReflectiveOperationException {
        var type = MethodType.methodType(int.class, MemorySegment.class, int.class);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = Linker.nativeLinker()
                    .upcallStub(
                            MethodHandles.lookup().findStatic(NativeArgon2Test.class, method, type),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                            arena);
            return NativeArgon2.at(function, "a stand-in");
        }
    }

    @Test
    void withoutItBouncyCastleHashesAndOneLineSaysSo() {
        var lines = new ListAppender<ILoggingEvent>();
        var log = (Logger) LoggerFactory.getLogger(PasswordHashes.class);
        lines.start();
        log.addAppender(lines);
        try {
            assertThat(PasswordHashes.engine(List.of("libm.so.6"), "libno-such-thing.so.1")
                            .name())
                    .isEqualTo("Bouncy Castle");
        } finally {
            log.detachAppender(lines);
        }
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage()).contains("libno-such-thing.so.1", "there is none", "libargon2-1");
        });
    }

    @Test
    void theSystemsLibraryIsTakenWhereThereIsNoFasterOne() {
        NativeArgon2 engine = Engines.nativeOrSkip();
        assertThat(PasswordHashes.engine(List.of(), NativeArgon2.LIBRARY).name())
                .isEqualTo(engine.name());
    }
}
