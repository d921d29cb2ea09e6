package dev.keystead.member;

import dev.keystead.platform.db.Words;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A membership as clients and the audit trail see it.
public record MemberView(
        String userId,
        String workspaceId,
        String role,
        String affiliation,
        @Nullable String handle,
        String displayName,
        @Nullable String avatarUrl,
        String addedBy,
        int version,
        Instant joinedAt,
        Instant roleChangedAt,
        @Nullable Instant guestExpiresAt,
        @Nullable Instant leftAt,
        JsonNode metadata) {

    public static MemberView of(Membership member) {
        return new MemberView(
                member.user().text(),
                member.workspace().text(),
                Words.of(member.role()),
                Words.of(member.affiliation()),
                member.handle().orElse(null),
                member.displayName(),
                member.avatarUrl().orElse(null),
                member.addedBy(),
                member.version(),
                member.joinedAt(),
                member.roleChangedAt(),
                member.guestExpiresAt().orElse(null),
                member.leftAt().orElse(null),
                member.metadata());
    }
}
