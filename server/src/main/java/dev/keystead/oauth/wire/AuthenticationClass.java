package dev.keystead.oauth.wire;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// How sure we are who somebody is, as `acr` tells clients.
public enum AuthenticationClass {
    ONE_FACTOR("urn:keystead:acr:one-factor"),
    MULTI_FACTOR("urn:keystead:acr:multi-factor");

    private final String value;

    AuthenticationClass(String value) {
        this.value = value;
    }

    /// The value of `acr`.
    public String value() {
        return value;
    }

    /// All values of `acr` that a client can ask for.
    public static List<String> all() {
        return Arrays.stream(values()).map(AuthenticationClass::value).toList();
    }

    /// What was reached by these methods of RFC 8176.
    public static AuthenticationClass reached(Collection<String> methods) {
        return methods.contains("mfa") ? MULTI_FACTOR : ONE_FACTOR;
    }

    /// Whether what was reached is one of those that are wanted, or more than one of them.
    public static boolean isReached(Collection<String> wanted, Collection<String> methods) {
        AuthenticationClass reached = reached(methods);
        return Arrays.stream(values())
                .filter(one -> one.compareTo(reached) <= 0)
                .anyMatch(one -> wanted.contains(one.value));
    }
}
