package dev.keystead.contract.scratch;

/// A view.
///
/// @param invoker whether it reads with the rights of whoever asks
/// @param materialized whether it keeps rows of its own
public record View(String name, boolean invoker, boolean materialized) {}
