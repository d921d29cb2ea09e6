package dev.keystead.policy;

/// Which applications may register themselves (RFC 7591).
public record RegistrationPolicy(Mode mode) {
    static final RegistrationPolicy USUAL = new RegistrationPolicy(Mode.CLOSED);

    /// Who may register an application.
    public enum Mode {
        /// Administrators alone.
        CLOSED,
        /// Whoever holds a token that an administrator made for this.
        TOKEN,
        /// Anybody.
        OPEN
    }
}
