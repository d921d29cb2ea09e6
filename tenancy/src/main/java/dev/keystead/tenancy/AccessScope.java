package dev.keystead.tenancy;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One right that a key or token carries: `<verb>:<resource>[:<modifier>]`, such as `read:user` or
/// `read:workspace:self`.
///
/// Verbs are ordered: `admin` includes `write`, which includes `read`. Without a modifier a right holds for
/// every resource of its kind inside the tenant; with one, for that resource only.
public record AccessScope(Verb verb, String resource, Optional<String> modifier) {
    private static final Pattern RESOURCE = Pattern.compile("[a-z][a-z0-9-]{0,39}");
    private static final Pattern MODIFIER = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final int LONGEST = 120;

    /// A scope that no text could mean would be covered, or not, by accident; so none can be made.
    public AccessScope {
        if (!RESOURCE.matcher(resource).matches()
                || modifier.filter(value -> !MODIFIER.matcher(value).matches()).isPresent()) {
            throw new IllegalArgumentException("not a resource and modifier of a scope: '" + Printable.of(resource)
                    + "', '" + Printable.of(modifier.orElse("")) + "'");
        }
    }

    /// What may be done, from least to most.
    public enum Verb {
        READ,
        WRITE,
        ADMIN;

        public String word() {
            return switch (this) {
                case READ -> "read";
                case WRITE -> "write";
                case ADMIN -> "admin";
            };
        }
    }

    /// The scope that a text means, or why it means none.
    public sealed interface Parsed {
        record Valid(AccessScope scope) implements Parsed {}

        /// Why the text is no scope, as a sentence for the person who wrote it.
        record Invalid(String reason) implements Parsed {}
    }

    public static Parsed parse(String text) {
        if (text.isEmpty()) {
            return new Parsed.Invalid("a scope is empty; write <verb>:<resource>, such as read:user");
        }
        if (text.length() > LONGEST) {
            return new Parsed.Invalid("a scope is longer than " + LONGEST + " characters");
        }
        String[] parts = text.split(":", -1);
        if (parts.length < 2 || parts.length > 3) {
            return new Parsed.Invalid("'" + Printable.of(text) + "' is not <verb>:<resource>[:<modifier>]");
        }
        Verb verb = verb(parts[0]);
        if (verb == null) {
            return new Parsed.Invalid(
                    "'" + Printable.of(parts[0]) + "' is not a verb; the verbs are read, write, admin");
        }
        if (!RESOURCE.matcher(parts[1]).matches()) {
            return new Parsed.Invalid("'" + Printable.of(parts[1])
                    + "' is not a resource; a resource is lower-case letters, digits and dashes, such as user");
        }
        if (parts.length == 3 && !MODIFIER.matcher(parts[2]).matches()) {
            return new Parsed.Invalid("'" + Printable.of(parts[2])
                    + "' is not a modifier; a modifier is 'self' or an id, such as read:workspace:self");
        }
        var modifier = parts.length == 3 ? Optional.of(parts[2]) : Optional.<String>empty();
        return new Parsed.Valid(new AccessScope(verb, parts[1], modifier));
    }

    /// For constants in code, where a wrong text is a bug.
    public static AccessScope of(String text) {
        return switch (parse(text)) {
            case Parsed.Valid(AccessScope scope) -> scope;
            case Parsed.Invalid(String reason) -> throw new IllegalArgumentException(reason);
        };
    }

    /// Whether holding this right is enough where the other is needed.
    public boolean covers(AccessScope needed) {
        return resource.equals(needed.resource)
                && verb.compareTo(needed.verb) >= 0
                && (modifier.isEmpty() || modifier.equals(needed.modifier));
    }

    /// The same right on one resource only.
    public AccessScope on(String only) {
        return new AccessScope(verb, resource, Optional.of(only));
    }

    public String text() {
        return verb.word() + ":" + resource + modifier.map(value -> ":" + value).orElse("");
    }

    @Override
    public String toString() {
        return text();
    }

    private static @Nullable Verb verb(String word) {
        for (Verb verb : Verb.values()) {
            if (verb.word().equals(word)) {
                return verb;
            }
        }
        return null;
    }
}
