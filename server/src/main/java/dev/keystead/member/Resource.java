package dev.keystead.member;

import dev.keystead.tenancy.AccessScope;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a right can be about: the closed list of resources in scopes such as `read:user`.
public enum Resource {
    API_KEY,
    AUDIT,
    BADGE,
    CLIENT,
    DEVICE,
    CONNECTION,
    EVENT,
    GROUP,
    INVITE,
    LICENSE,
    MEMBER,
    MODULE,
    NODE,
    ORG,
    PROJECT,
    ROLE,
    SERVICE_IDENTITY,
    SIGNING_KEY,
    SUBTENANT,
    SYSTEM,
    USER,
    WEBHOOK,
    WORKSPACE;

    /// The word in a scope.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Resource> find(String word) {
        return Arrays.stream(values())
                .filter(resource -> resource.word().equals(word))
                .findFirst();
    }

    /// The highest right on each resource.
    public static List<AccessScope> allRights() {
        return words().stream().map(word -> AccessScope.of("admin:" + word)).toList();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(Resource::word).toList();
    }
}
