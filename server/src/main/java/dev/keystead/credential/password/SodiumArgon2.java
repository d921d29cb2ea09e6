package dev.keystead.credential.password;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Argon2 by the system's libsodium, which chooses its instructions by the processor that it finds, where libargon2 was
/// compiled for the oldest one: a fifth less time for a hash on today's.
///
/// It computes what new hashes are: Argon2id of today's version in one lane, with 16 bytes of salt and nothing beside.
/// Anything else, which comes from elsewhere, is for the other engine.
final class SodiumArgon2 implements Argon2 {
    /// The library's names, each with the number of its binary interface, in which this function is the same.
    static final List<String> LIBRARIES = List.of("libsodium.so.26", "libsodium.so.23");

    private static final int SALT = 16;
    private static final int SHORTEST = 16;
    private static final int VERSION = 19;

    /// `int crypto_pwhash(unsigned char *out, unsigned long long outlen, const char *passwd, unsigned long long
    /// passwdlen, const unsigned char *salt, unsigned long long opslimit, size_t memlimit, int alg)`
    private static final FunctionDescriptor CRYPTO_PWHASH = FunctionDescriptor.of(
            JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT);

    private final String library;
    private final MethodHandle function;
    private final Argon2 others;

    private SodiumArgon2(String library, MethodHandle function, Argon2 others) {
        this.library = library;
        this.function = function;
        this.others = others;
    }

    /// Loads the first of these libraries that is there and computes as the other engine does. It stays for the life of
    /// the process.
    ///
    /// @param libraries names or paths
    /// @param others computes what it does not
    static Optional<Argon2> load(List<String> libraries, Argon2 others) {
        return libraries.stream()
                .flatMap(library -> load(library, others).stream())
                .findFirst();
    }

    @SuppressWarnings("restricted") // native code is what this class is for; the comparison guards it
    private static Optional<Argon2> load(String library, Argon2 others) {
        if (ADDRESS.byteSize() != 8) {
            return Optional.empty();
        }
        try {
            SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
            Linker linker = Linker.nativeLinker();
            return symbols.find("sodium_init")
                    .map(address -> linker.downcallHandle(address, FunctionDescriptor.of(JAVA_INT)))
                    .filter(SodiumArgon2::begins)
                    .flatMap(_ -> symbols.find("crypto_pwhash"))
                    .map(address -> new SodiumArgon2(library, linker.downcallHandle(address, CRYPTO_PWHASH), others))
                    .filter(SodiumArgon2::agrees)
                    .map(engine -> engine);
        } catch (IllegalArgumentException // the library is not there
                | IllegalCallerException // Java was not allowed to call native code
                | UnsupportedOperationException // thrown by Java's linker where it has none for this kind of machine
                | IllegalStateException useless) { // the library is there and does not compute
            // The other engine does as well, only slower.
            return Optional.empty();
        }
    }

    /// Its first call, which every other needs; by the second it says that it is ready already.
    private static boolean begins(MethodHandle init) {
        try {
            return (int) init.invokeExact() >= 0;
        } catch (Throwable e) {
            throw new LinkageError("a call into libsodium failed", e);
        }
    }

    private boolean agrees() {
        var parameters = Parameters.argon2id(64, 3);
        var input = new Input(new byte[] {1, 2, 3, 4, 5}, new byte[SALT]);
        return Arrays.equals(hash(parameters, input, 32), others.hash(parameters, input, 32));
    }

    private static boolean computes(Parameters parameters, Input input, int length) {
        return parameters.variant() == Parameters.Variant.ARGON2ID
                && parameters.version() == VERSION
                && parameters.parallelism() == 1
                && input.salt().length == SALT
                && input.secret().length == 0
                && input.associated().length == 0
                && length >= SHORTEST;
    }

    @Override
    public byte[] hash(Parameters parameters, Input input, int length) {
        if (!computes(parameters, input, length)) {
            return others.hash(parameters, input, length);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment password = arena.allocateFrom(JAVA_BYTE, input.password());
            MemorySegment hash = arena.allocate(length);
            try {
                call(hash, password, arena.allocateFrom(JAVA_BYTE, input.salt()), parameters);
                return hash.toArray(JAVA_BYTE);
            } finally {
                password.fill((byte) 0);
                hash.fill((byte) 0);
            }
        }
    }

    private void call(MemorySegment hash, MemorySegment password, MemorySegment salt, Parameters parameters) {
        int code;
        try {
            code = (int) function.invokeExact(
                    hash,
                    hash.byteSize(),
                    password,
                    password.byteSize(),
                    salt,
                    (long) parameters.iterations(),
                    parameters.memoryKib() * 1024L,
                    parameters.variant().number());
        } catch (Throwable e) {
            throw new LinkageError("a call into libsodium failed", e);
        }
        if (code != 0) {
            throw new IllegalStateException(library + " refused to hash: there may be no memory left");
        }
    }

    @Override
    public String name() {
        return library;
    }
}
