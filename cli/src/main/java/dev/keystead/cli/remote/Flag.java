package dev.keystead.cli.remote;

import java.util.List;

/// A flag of a verb that is a member of the body, or a parameter of the query when the verb reads.
///
/// @param member its name in the API; the flag has hyphens for its underscores
/// @param choices the words that can be given; empty: any
/// @param parts the members of each item of a list of things, given as `A@B`
/// @param positional whether it is given by its place in the line, after those of the route
record Flag(
        String member,
        Kind kind,
        boolean required,
        String description,
        List<String> choices,
        List<String> parts,
        boolean positional) {
    /// How a value is written in JSON.
    enum Kind {
        TEXT,
        NUMBER,
        /// A flag that is there or not.
        YES,
        /// The word `true` or `false`, where saying nothing means something else.
        TRUTH,
        /// An object as JSON.
        JSON,
        /// Given several times, or with commas.
        LIST,
        /// The same of things with two members each, such as what and where.
        PAIRS
    }

    static Flag text(String member, String description) {
        return new Flag(member, Kind.TEXT, false, description, List.of(), List.of(), false);
    }

    static Flag choice(String member, String description, String... words) {
        return new Flag(member, Kind.TEXT, false, description, List.of(words), List.of(), false);
    }

    static Flag number(String member, String description) {
        return new Flag(member, Kind.NUMBER, false, description, List.of(), List.of(), false);
    }

    static Flag yes(String member, String description) {
        return new Flag(member, Kind.YES, false, description, List.of(), List.of(), false);
    }

    static Flag json(String member, String description) {
        return new Flag(member, Kind.JSON, false, description, List.of(), List.of(), false);
    }

    static Flag truth(String member, String description) {
        return new Flag(member, Kind.TRUTH, false, description, List.of("true", "false"), List.of(), false);
    }

    static Flag list(String member, String description) {
        return new Flag(member, Kind.LIST, false, description, List.of(), List.of(), false);
    }

    /// @param first the member before the `@`
    /// @param second the member after it
    static Flag pairs(String member, String first, String second, String description) {
        return new Flag(member, Kind.PAIRS, false, description, List.of(), List.of(first, second), false);
    }

    Flag need() {
        return new Flag(member, kind, true, description, choices, parts, positional);
    }

    Flag byPlace() {
        return new Flag(member, kind, required, description, choices, parts, true);
    }

    /// A member of a member, such as `constraints.seats`, is called by its own name.
    String option() {
        return "--" + member.substring(member.lastIndexOf('.') + 1).replace('_', '-');
    }
}
