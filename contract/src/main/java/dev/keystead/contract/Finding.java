package dev.keystead.contract;

/// One breach of one rule.
///
/// @param severity the rule's, or [Severity#NOTE] when the file is from before the contract counts
/// @param subject what breaks it: a table, an index, a column (`devices.node_id`), a file; named as the catalogue does
/// @param message what is wrong here, in one sentence
public record Finding(Rule rule, Severity severity, Place place, String subject, String message) {}
