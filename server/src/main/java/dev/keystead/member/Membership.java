package dev.keystead.member;

import dev.keystead.directory.UserId;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.Optional;

/// A person's place in a workspace, as it is stored.
///
/// @param home the workspace whose user the person is
/// @param profileVersion the version of the user from which handle and name were copied
public record Membership(
        WorkspaceId workspace,
        UserId user,
        WorkspaceId home,
        Role role,
        Affiliation affiliation,
        Optional<String> handle,
        String displayName,
        int profileVersion,
        String addedBy,
        int version,
        Instant joinedAt,
        Instant roleChangedAt,
        Optional<Instant> guestExpiresAt,
        Optional<Instant> leftAt) {

    /// Whether it gives access at a time.
    boolean holdsAt(Instant time) {
        return leftAt.isEmpty() && guestExpiresAt.map(time::isBefore).orElse(true);
    }

    Membership with(Role newRole, Affiliation newAffiliation, Optional<Instant> newExpiry, Instant now) {
        Instant changed = newRole == role ? roleChangedAt : now;
        return new Membership(
                workspace,
                user,
                home,
                newRole,
                newAffiliation,
                handle,
                displayName,
                profileVersion,
                addedBy,
                version,
                joinedAt,
                changed,
                newExpiry,
                leftAt);
    }

    Membership left(Instant now) {
        return new Membership(
                workspace,
                user,
                home,
                role,
                Affiliation.ALUMNI,
                handle,
                displayName,
                profileVersion,
                addedBy,
                version,
                joinedAt,
                roleChangedAt,
                Optional.empty(),
                Optional.of(now));
    }
}
