package dev.keystead.badge;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a badge attests.
public enum BadgeKind {
    /// Belongs to the staff of the workspace.
    STAFF("staff"),
    /// The workspace has made sure that this is who they say they are.
    VERIFIED("verified"),
    /// Builds with what the workspace offers.
    DEVELOPER("developer"),
    /// Was a member once.
    ALUMNI("alumni"),
    /// Somebody of the staff invited them.
    INVITED_BY_STAFF("invited-by-staff");

    private final String word;

    BadgeKind(String word) {
        this.word = word;
    }

    /// The name in badges, in lists of keys, in the API and in the database.
    public String word() {
        return word;
    }

    /// The kind of a name, letter by letter.
    public static Optional<BadgeKind> find(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    /// The names of all kinds.
    public static List<String> words() {
        return Arrays.stream(values()).map(BadgeKind::word).toList();
    }
}
