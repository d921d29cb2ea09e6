package dev.keystead.contract.scratch;

/// A function or procedure. Overloads stand apart by their arguments.
///
/// @param name with its schema, unless that is `public`, and without arguments
/// @param signature the name with its argument types
/// @param definer whether it runs with its owner's rights
/// @param pinned whether it fixes its own search path
public record Routine(String name, String signature, boolean definer, boolean pinned, String body) {}
