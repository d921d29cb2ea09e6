package dev.keystead.credential.password;

import dev.keystead.platform.http.Busy;

/// More passwords are to be hashed than the machine can do in time; nothing was computed and nothing has changed.
public final class HashingOverloaded extends Busy {
    HashingOverloaded(int retryAfterSeconds) {
        super("too many passwords are being checked at once", retryAfterSeconds);
    }
}
