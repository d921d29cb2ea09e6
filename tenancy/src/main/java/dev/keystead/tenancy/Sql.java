package dev.keystead.tenancy;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A statement as a constant: a word id, the text, and how far it reaches.
///
/// The id is sent as a leading comment, so that `pg_stat_statements`, the server's log and a slow-query report name
/// the line of code. Ids are words (`directory.user.find`), unique across the product.
public sealed interface Sql permits Query, Command {
    Parts parts();

    default String id() {
        return parts().id();
    }

    /// The text as it is sent, with the id as a comment.
    default String text() {
        return parts().text();
    }

    default Reach reach() {
        return parts().reach();
    }

    /// What to tell a person when the statement breaks a unique rule; nothing when that cannot happen.
    default Optional<Conflict> conflict() {
        return Optional.ofNullable(parts().conflict());
    }

    /// What to tell of a broken unique rule.
    ///
    /// @param reason a word for programs, where there is one
    record Conflict(String sentence, Optional<String> reason) {}

    /// How far a statement reaches.
    sealed interface Reach {
        /// Rows of one scope: the axis's id is set for the transaction and bound as the last parameter.
        record Along(Axis axis) implements Reach {}

        /// A table that all tenants share by design and that row-level security does not guard.
        record SystemWide() implements Reach {}

        /// Rows of many tenants, for background work: runs on the worker's connection only, for the reason given.
        record CrossTenant(String why) implements Reach {}
    }

    /// What a statement is made of; checked once, when its class is loaded. The text carries the id as a comment.
    record Parts(
            String id, String text, Reach reach, @Nullable Conflict conflict) {
        private static final Pattern ID = Pattern.compile("[a-z]+(\\.[a-z]+(-[a-z]+)*){2,3}");

        static Parts of(String id, Reach reach, String text) {
            if (!ID.matcher(id).matches()) {
                throw new IllegalArgumentException("a statement's id is words, such as directory.user.find: " + id);
            }
            if (text.contains(";")) {
                throw new IllegalArgumentException(id + ": one statement, without a semicolon");
            }
            return new Parts(id, "/* " + id + " */ " + text.strip(), reach, null);
        }

        Parts onConflict(Conflict told) {
            return new Parts(id, text, reach, told);
        }
    }
}
