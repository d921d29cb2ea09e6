package dev.keystead.tenancy.testkit;

import java.util.function.Function;
import java.util.function.Supplier;

/// A kind of thing that routes name by id.
///
/// @param owned the outside id of a live one that belongs to the party; made when there is none
/// @param absent an id of the right form that belongs to nobody
public record ResourceKind(Function<Party, String> owned, Supplier<String> absent) {}
