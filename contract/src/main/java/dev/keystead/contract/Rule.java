package dev.keystead.contract;

import java.util.Set;

/// One rule of the contract.
///
/// @param id names it for good, such as `K002-3.1-tenant-first-key`: the document, its section, the point
/// @param section where it is written, such as `002 §3.1`
/// @param severity what breaking it weighs
/// @param dialects where it holds
/// @param says what must hold, in one sentence
/// @param cure what to do about a finding, in one sentence
public record Rule(String id, String section, Severity severity, Set<Dialect> dialects, String says, String cure) {
    public Rule {
        dialects = Set.copyOf(dialects);
    }

    /// A rule of both dialects whose breach is an error.
    public static Rule error(String id, String section, String says, String cure) {
        return new Rule(id, section, Severity.ERROR, Set.of(Dialect.values()), says, cure);
    }

    /// A rule of both dialects whose breach is a warning.
    public static Rule warning(String id, String section, String says, String cure) {
        return new Rule(id, section, Severity.WARNING, Set.of(Dialect.values()), says, cure);
    }

    /// The same rule in one dialect only.
    public Rule only(Dialect dialect) {
        return new Rule(id, section, severity, Set.of(dialect), says, cure);
    }

    /// A finding of this rule's own severity.
    public Finding at(Place place, String subject, String message) {
        return new Finding(this, severity, place, subject, message);
    }
}
