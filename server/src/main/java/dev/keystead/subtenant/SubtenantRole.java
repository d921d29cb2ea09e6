package dev.keystead.subtenant;

import dev.keystead.platform.http.Call;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.subtenant.RoleBindingStore.Held;
import dev.keystead.tenancy.AccessScope;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The roles in subtenants. `owner` and `admin` decide what their holder may change there; so do the rights
/// on subtenants of a role of the workspace's own. What `editor` and `viewer` mean is up to its applications,
/// and so are words that were given before roles had to be known.
final class SubtenantRole {
    /// The word that stands for the resource in rights.
    private static final String SUBTENANT = "subtenant";

    private static final Set<String> BUILT_IN = Set.of("owner", "admin", "editor", "viewer");
    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9-]{1,39}");

    private SubtenantRole() {}

    /// Whether every workspace has a role of this name.
    static boolean isBuiltIn(String role) {
        return BUILT_IN.contains(role);
    }

    /// What a role allows in the subtenant in which it is held, and in no other.
    static List<AccessScope> rights(Held held) {
        return switch (held.role()) {
            case "owner" -> List.of(AccessScope.of("admin:subtenant"));
            case "admin" -> List.of(AccessScope.of("write:subtenant"));
            default ->
                held.rights().stream()
                        .filter(right -> right.resource().equals(SUBTENANT))
                        .toList();
        };
    }

    /// The word in the path of a request.
    static String in(Call call) {
        var fields = new Fields();
        String role = fields.matching(
                "role",
                call.variable("role"),
                WORD,
                "must be owner, admin, editor, viewer or a role of the workspace's own, of a-z, 0-9 and dashes");
        fields.refuseIfAny();
        return role;
    }

    static BadInput unknown(String role) {
        return BadInput.member(
                "role",
                "'" + role + "' is no role here; the roles are owner, admin, editor, viewer and the workspace's own");
    }
}
