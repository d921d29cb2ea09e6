package dev.keystead.node;

import java.util.UUID;

/// Where a breadth-first walk of the tree stands.
///
/// @param level how many levels below the walk's beginning
public record Place(int level, UUID id) {
    public static final Place START = new Place(-1, new UUID(0, 0));
}
