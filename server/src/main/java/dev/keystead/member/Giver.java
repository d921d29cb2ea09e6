package dev.keystead.member;

import java.time.Instant;
import java.util.Optional;

/// Who gives people their places.
///
/// @param until when their own stay is over, if they are a guest
record Giver(Role role, Optional<Instant> until) {
    /// @param own their own membership of the workspace
    static Giver of(Role role, Optional<Membership> own) {
        // No guest is an owner: who may do as much does it by something else than their stay.
        return new Giver(
                role,
                own.filter(member -> role != Role.OWNER && member.leftAt().isEmpty())
                        .flatMap(Membership::guestExpiresAt));
    }

    /// Whether they may give a place that ends so: none that lasts longer than their own, unless it did before.
    boolean mayGive(Members.Wish wish, Optional<Membership> before) {
        Instant end = end(wish.guestExpiresAt());
        return !end.isAfter(end(until))
                || before.filter(had -> !end.isAfter(end(had.guestExpiresAt()))).isPresent();
    }

    private static Instant end(Optional<Instant> of) {
        return of.orElse(Instant.MAX);
    }
}
