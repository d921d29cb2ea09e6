package dev.keystead.node;

/// A node and how far below the walk's beginning it stands.
public record Placed(int level, Node node) {}
