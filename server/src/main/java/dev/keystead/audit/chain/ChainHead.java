package dev.keystead.audit.chain;

import java.time.Instant;

/// The end of a chain.
///
/// @param size how many rows were sealed: the place of the last one
/// @param hash of the last row
/// @param sealedAt when the last row was sealed
/// @param checkpointSize the size of the last signed checkpoint
public record ChainHead(ChainId chain, long size, String hash, Instant sealedAt, long checkpointSize) {}
