package dev.keystead.audit;

import java.time.Instant;
import java.util.Optional;

/// What to look for in the trail. Everything that is given must hold.
///
/// @param resource the kind of a thing and its id, in its outside form
/// @param from the first moment
/// @param to the moment before which
record Search(
        Optional<String> actor,
        Optional<String> action,
        Optional<Thing> resource,
        Optional<Trail> trail,
        Optional<Instant> from,
        Optional<Instant> to) {
    record Thing(String type, String id) {}
}
