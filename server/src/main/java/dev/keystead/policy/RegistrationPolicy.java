package dev.keystead.policy;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which applications may register themselves (RFC 7591), and whether any may use the implicit flow.
///
/// @param implicitFlow whether applications may have tokens sent by way of browsers (OpenID Connect Core
///     section 3.2); not unless it is said, because RFC 9700 section 2.1.2 advises against it
public record RegistrationPolicy(Mode mode, @Nullable Boolean implicitFlow) {
    static final RegistrationPolicy USUAL = new RegistrationPolicy(Mode.CLOSED, false);

    public RegistrationPolicy {
        implicitFlow = Objects.requireNonNullElse(implicitFlow, false);
    }

    /// Who may register an application.
    public enum Mode {
        /// Administrators alone.
        CLOSED,
        /// Whoever holds a token that an administrator made for this.
        TOKEN,
        /// Anybody.
        OPEN
    }

    public boolean allowsImplicitFlow() {
        return Boolean.TRUE.equals(implicitFlow);
    }
}
