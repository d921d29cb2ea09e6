package dev.keystead.member;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// A person's place in a workspace, as it is stored.
///
/// @param home the workspace whose user the person is
/// @param profileVersion the version of the user from which handle, name and picture were copied
/// @param metadata what the workspace keeps about it: an object
public record Membership(
        WorkspaceId workspace,
        UserId user,
        WorkspaceId home,
        Role role,
        Affiliation affiliation,
        Optional<String> handle,
        String displayName,
        Optional<String> avatarUrl,
        int profileVersion,
        String addedBy,
        int version,
        Instant joinedAt,
        Instant roleChangedAt,
        Optional<Instant> guestExpiresAt,
        Optional<Instant> leftAt,
        JsonNode metadata) {

    /// Whether it gives access at a time.
    boolean holdsAt(Instant time) {
        return leftAt.isEmpty() && guestExpiresAt.map(time::isBefore).orElse(true);
    }

    /// What it lets its person do in the workspace as long as it holds.
    Set<AccessScope> rightsIn(Workspace place) {
        return affiliation == Affiliation.GUEST ? role.rightsOfGuestIn(place) : role.rightsIn(place);
    }

    Membership with(Members.Wish wish, Instant now) {
        Instant changed = wish.role() == role ? roleChangedAt : now;
        return new Membership(
                workspace,
                user,
                home,
                wish.role(),
                wish.affiliation(),
                handle,
                displayName,
                avatarUrl,
                profileVersion,
                addedBy,
                version,
                joinedAt,
                changed,
                wish.guestExpiresAt(),
                leftAt,
                wish.metadata().orElse(metadata));
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
                avatarUrl,
                profileVersion,
                addedBy,
                version,
                joinedAt,
                roleChangedAt,
                Optional.empty(),
                Optional.of(now),
                metadata);
    }
}
