package dev.keystead.role;

import dev.keystead.directory.UserId;
import dev.keystead.group.GroupId;
import dev.keystead.platform.id.Prefix;
import java.util.Optional;
import java.util.UUID;

/// Who can hold a role.
public sealed interface Principal {
    /// A member of the workspace.
    record Member(UserId user) implements Principal {
        @Override
        public UUID value() {
            return user.value();
        }

        @Override
        public String text() {
            return user.text();
        }
    }

    /// Every member in a group.
    record Group(GroupId group) implements Principal {
        @Override
        public UUID value() {
            return group.value();
        }

        @Override
        public String text() {
            return group.text();
        }
    }

    UUID value();

    String text();

    /// Whom the text of an id means.
    static Optional<Principal> parse(String id) {
        return Prefix.USER
                .parse(id, UserId::new)
                .<Principal>map(Member::new)
                .or(() -> Prefix.GROUP.parse(id, GroupId::new).map(Group::new));
    }
}
