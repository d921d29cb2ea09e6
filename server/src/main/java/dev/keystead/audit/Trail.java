package dev.keystead.audit;

import dev.keystead.platform.db.Words;
import java.time.Duration;

/// The tables in which entries are sealed, one chain for each workspace in each. Which one an action belongs
/// to is decided here and nowhere else.
public enum Trail {
    /// What was done: kept for a year (002 §5.3, forensic_long).
    ADMIN_AUDIT(Duration.ofDays(365)),
    /// What happened at the door: kept for 90 days (forensic_short).
    AUTH_AUDIT(Duration.ofDays(90)),
    /// What became of tokens before their time: kept for 90 days (forensic_short).
    RUNTIME_TOKEN_AUDIT(Duration.ofDays(90));

    /// No workspace can have its rows removed sooner.
    public static final Duration SHORTEST = Duration.ofDays(90);

    private final Duration kept;

    Trail(Duration kept) {
        this.kept = kept;
    }

    /// The trail of an action; the one that is kept longest unless it is known to be of another.
    public static Trail of(String action) {
        String about = action.substring(0, action.indexOf('.'));
        return switch (about) {
            case "auth" -> AUTH_AUDIT;
            case "token", "access_token", "grant" -> RUNTIME_TOKEN_AUDIT;
            default -> action.equals("session.reuse") ? RUNTIME_TOKEN_AUDIT : ADMIN_AUDIT;
        };
    }

    public static Trail ofWord(String word) {
        return Words.parse(Trail.class, word);
    }

    /// Its name, which is its table's.
    public String word() {
        return Words.of(this);
    }

    /// How long its rows are kept where a workspace has not decided otherwise.
    public Duration kept() {
        return kept;
    }
}
