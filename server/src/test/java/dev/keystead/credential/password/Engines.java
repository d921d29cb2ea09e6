package dev.keystead.credential.password;

import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// The engines that this machine has.
final class Engines {
    private Engines() {}

    static Stream<Argon2> all() {
        var java = new JavaArgon2();
        return Stream.concat(
                Stream.of(java),
                Stream.concat(
                        NativeArgon2.load(NativeArgon2.LIBRARY)
                                        instanceof NativeArgon2.Loading.Ready(NativeArgon2 engine)
                                ? Stream.of(engine)
                                : Stream.empty(),
                        SodiumArgon2.load(SodiumArgon2.LIBRARIES, java).stream()));
    }

    /// Skips the test, visibly, on a machine without the library.
    static NativeArgon2 nativeOrSkip() {
        return switch (NativeArgon2.load(NativeArgon2.LIBRARY)) {
            case NativeArgon2.Loading.Ready(NativeArgon2 engine) -> engine;
            case NativeArgon2.Loading.Unusable(String reason) ->
                Assumptions.abort(NativeArgon2.LIBRARY + " cannot be used: " + reason);
        };
    }
}
