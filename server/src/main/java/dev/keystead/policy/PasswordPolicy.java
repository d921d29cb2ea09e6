package dev.keystead.policy;

import dev.keystead.platform.json.Fields;

/// What a new password must be, beyond what is refused everywhere.
///
/// @param minLength in characters
public record PasswordPolicy(int minLength) {
    static final PasswordPolicy USUAL = new PasswordPolicy(8);

    public PasswordPolicy {
        var fields = new Fields();
        fields.number("min_length", minLength, 8, 64);
        fields.refuseIfAny();
    }
}
