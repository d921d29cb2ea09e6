package dev.keystead.audit.chain;

import java.time.Instant;
import java.util.List;

/// The rows of one chain that go into a file, and what the file says about them.
///
/// @param after the file says nothing about rows up to this place; 0 when it has the chain from its beginning
/// @param from the place of the first row in the file
/// @param to the place of the last one
/// @param hash of the last one
/// @param notes signed checkpoints: one at `to`, and one at `after` unless that is 0
/// @param at when the last of them was signed
record Span(ChainId chain, long after, long from, long to, String hash, List<String> notes, Instant at) {
    Span {
        notes = List.copyOf(notes);
    }

    long rows() {
        return Math.max(0, to - from + 1);
    }
}
