package dev.keystead.credential.password;

/// What comparing a password with a stored hash showed.
///
/// @param matches whether it is the password
/// @param outdated whether the stored hash should be replaced by a new one of the same password; never without a match,
///     as only then the password is known
public record Verdict(boolean matches, boolean outdated) {
    public Verdict {
        if (outdated && !matches) {
            throw new IllegalArgumentException("a hash that does not match cannot be replaced");
        }
    }
}
