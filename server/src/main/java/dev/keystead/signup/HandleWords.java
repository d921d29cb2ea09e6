package dev.keystead.signup;

import dev.keystead.handle.Availability;
import java.util.Optional;

/// What people are told about a handle that they want. Whether somebody has it or it is reserved, they are not told.
public final class HandleWords {
    private HandleWords() {}

    /// The key of the text that says why they cannot have it; nothing when they can.
    public static Optional<String> fault(Availability found) {
        return switch (found) {
            case Availability.Free() -> Optional.empty();
            case Availability.Malformed(), Availability.WrongKind() -> Optional.of("signup.handle.needed");
            case Availability.Taken(), Availability.Frozen(), Availability.Reserved _ ->
                Optional.of("signup.handle.taken");
            case Availability.Alike _ -> Optional.of("signup.handle.alike");
        };
    }
}
