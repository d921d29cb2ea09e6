package dev.keystead.apikey;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What a right can be about: the closed list of resources in scopes such as `read:user`.
public enum Resource {
    API_KEY,
    AUDIT,
    ORG,
    USER,
    WORKSPACE;

    /// The word in a scope.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(Resource::word).toList();
    }
}
