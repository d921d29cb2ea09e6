package dev.keystead.credential.password;

/// An engine that computes Argon2. All engines give the same bytes; they differ in speed.
sealed interface Argon2 permits SodiumArgon2, NativeArgon2, JavaArgon2 {
    /// What goes into one hash. The arrays are the caller's: the engine changes none of them.
    ///
    /// @param secret a key that is mixed in, empty for none
    /// @param associated data that is mixed in, empty for none
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Input(byte[] password, byte[] salt, byte[] secret, byte[] associated) {
        private static final byte[] NONE = {};

        Input(byte[] password, byte[] salt) {
            this(password, salt, NONE, NONE);
        }
    }

    /// The hash, `length` bytes of it.
    byte[] hash(Parameters parameters, Input input, int length);

    /// What computes, in words for a log.
    String name();
}
