package dev.keystead.credential.password;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// Argon2 by the system's libargon2, called without any glue code of ours in C.
///
/// A library is taken only after it has computed two of RFC 9106's hashes right. What a call copies into native
/// memory is overwritten before that memory is given back; libargon2 does the same with the memory it fills.
final class NativeArgon2 implements Argon2 {
    /// The library's name with the number of its binary interface: another number would have another structure.
    static final String LIBRARY = "libargon2.so.1";

    /// `argon2_context` of argon2.h, on a machine with 8-byte addresses.
    private static final StructLayout CONTEXT = MemoryLayout.structLayout(
            ADDRESS.withName("out"),
            JAVA_INT.withName("outlen"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("pwd"),
            JAVA_INT.withName("pwdlen"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("salt"),
            JAVA_INT.withName("saltlen"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("secret"),
            JAVA_INT.withName("secretlen"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("ad"),
            JAVA_INT.withName("adlen"),
            JAVA_INT.withName("t_cost"),
            JAVA_INT.withName("m_cost"),
            JAVA_INT.withName("lanes"),
            JAVA_INT.withName("threads"),
            JAVA_INT.withName("version"),
            ADDRESS.withName("allocate_cbk"),
            ADDRESS.withName("free_cbk"),
            JAVA_INT.withName("flags"),
            MemoryLayout.paddingLayout(4));

    /// `int argon2_ctx(argon2_context *context, argon2_type type)`
    private static final FunctionDescriptor ARGON2_CTX = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT);

    private final MethodHandle function;
    private final String library;

    private NativeArgon2(MethodHandle function, String library) {
        this.function = function;
        this.library = library;
    }

    /// What became of the attempt to use a library.
    sealed interface Loading {
        record Ready(NativeArgon2 engine) implements Loading {}

        /// It cannot be used.
        ///
        /// @param reason what is wrong, in the middle of a sentence
        record Unusable(String reason) implements Loading {}
    }

    /// Loads a library by its name or path. It stays for the life of the process.
    @SuppressWarnings("restricted") // native code is what this class is for; the self-test guards it
    static Loading load(String library) {
        if (ADDRESS.byteSize() != 8) {
            return new Loading.Unusable("this machine's addresses have not 64 bits");
        }
        Optional<MemorySegment> function;
        try {
            function = SymbolLookup.libraryLookup(library, Arena.global()).find("argon2_ctx");
        } catch (IllegalArgumentException absent) {
            return new Loading.Unusable("there is none for this machine");
        } catch (IllegalCallerException denied) {
            return new Loading.Unusable("Java was started without --enable-native-access=ALL-UNNAMED");
        }
        return function.map(address -> at(address, library))
                .orElseGet(() -> new Loading.Unusable("it has no function argon2_ctx"));
    }

    /// Takes the function at an address for `argon2_ctx`, if it proves to be.
    @SuppressWarnings("restricted") // as above
    static Loading at(MemorySegment address, String library) {
        try {
            var engine = new NativeArgon2(Linker.nativeLinker().downcallHandle(address, ARGON2_CTX), library);
            return engine.knowsItsTrade()
                    ? new Loading.Ready(engine)
                    : new Loading.Unusable("it computed a known hash wrongly");
        } catch (UnsupportedOperationException unsupported) {
            // So Java says that it has no way to native code on this machine; the other engine takes over.
            return new Loading.Unusable("this Java cannot call native functions");
        } catch (IllegalCallerException denied) {
            return new Loading.Unusable("Java was started without --enable-native-access=ALL-UNNAMED");
        } catch (IllegalStateException refused) {
            return new Loading.Unusable("it refused to compute a known hash");
        }
    }

    /// RFC 9106, sections 5.1 and 5.3: four lanes, a secret and associated data, so that every member of the
    /// structure has been used once.
    private boolean knowsItsTrade() {
        var input = new Input(filled(32, 1), filled(16, 2), filled(8, 3), filled(12, 4));
        return isKnown(
                        Parameters.Variant.ARGON2ID,
                        input,
                        "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659")
                && isKnown(
                        Parameters.Variant.ARGON2D,
                        input,
                        "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb");
    }

    private boolean isKnown(Parameters.Variant variant, Input input, String hash) {
        byte[] computed = hash(new Parameters(variant, 19, 32, 3, 4), input, 32);
        return Arrays.equals(computed, HexFormat.of().parseHex(hash));
    }

    private static byte[] filled(int length, int value) {
        var bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @Override
    public byte[] hash(Parameters parameters, Input input, int length) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment password = arena.allocateFrom(JAVA_BYTE, input.password());
            MemorySegment secret = arena.allocateFrom(JAVA_BYTE, input.secret());
            MemorySegment hash = arena.allocate(length);
            try {
                MemorySegment context = arena.allocate(CONTEXT);
                give(context, "out", hash);
                give(context, "pwd", password);
                give(context, "salt", arena.allocateFrom(JAVA_BYTE, input.salt()));
                give(context, "secret", secret);
                give(context, "ad", arena.allocateFrom(JAVA_BYTE, input.associated()));
                set(context, "t_cost", parameters.iterations());
                set(context, "m_cost", parameters.memoryKib());
                set(context, "lanes", parameters.parallelism());
                // The gate counts threads; the library must not start any beside them.
                set(context, "threads", 1);
                set(context, "version", parameters.version());
                call(context, parameters.variant());
                return hash.toArray(JAVA_BYTE);
            } finally {
                password.fill((byte) 0);
                secret.fill((byte) 0);
                hash.fill((byte) 0);
            }
        }
    }

    /// Sets an address and the length that follows it, whose name ends in `len`.
    private static void give(MemorySegment context, String name, MemorySegment bytes) {
        context.set(ADDRESS, CONTEXT.byteOffset(PathElement.groupElement(name)), bytes);
        set(context, name + "len", Math.toIntExact(bytes.byteSize()));
    }

    private static void set(MemorySegment context, String name, int value) {
        context.set(JAVA_INT, CONTEXT.byteOffset(PathElement.groupElement(name)), value);
    }

    private void call(MemorySegment context, Parameters.Variant variant) {
        int code;
        try {
            code = (int) function.invokeExact(context, variant.number());
        } catch (Throwable e) {
            throw new LinkageError("a call into " + library + " failed", e);
        }
        if (code != 0) {
            throw new IllegalStateException(library + " refused to hash, with its code " + code);
        }
    }

    @Override
    public String name() {
        return library;
    }
}
