package dev.keystead.role;

import dev.keystead.member.WishedScopes;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.AccessScope;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The rights that a role of a workspace's own can have: those of scopes, without a modifier.
///
/// Some it cannot have, whoever makes it. The organisation and the installation are above workspaces. Whoever
/// decides who is a member, with which role, or administers the workspace itself, could make themselves its
/// owner. An API key and a machine are nobody: they have no place to be measured by, and outlive the role that
/// they were made with.
final class RoleRights {
    /// What no role has, nor anything that includes it.
    private static final List<AccessScope> OUT_OF_REACH = Stream.of(
                    "read:org",
                    "read:system",
                    "admin:member",
                    "admin:workspace",
                    "write:api-key",
                    "write:service-identity")
            .map(AccessScope::of)
            .toList();

    private RoleRights() {}

    /// Checks the rights in a member of a body, and answers the texts as they are.
    static List<String> checked(Fields fields, String member, List<String> texts) {
        List<String> checked = WishedScopes.checked(fields, member, texts);
        for (String text : checked) {
            if (AccessScope.parse(text) instanceof AccessScope.Parsed.Valid(AccessScope right)) {
                whatIsWrong(right).ifPresent(sentence -> fields.refuse(member, sentence));
            }
        }
        return checked;
    }

    private static Optional<String> whatIsWrong(AccessScope right) {
        if (right.modifier().isPresent()) {
            return Optional.of("'" + right + "' has a modifier; a right of a role is <verb>:<resource>");
        }
        return OUT_OF_REACH.stream().anyMatch(right::covers)
                ? Optional.of("'" + right + "' is for owners and administrators alone")
                : Optional.empty();
    }
}
