package dev.keystead.account;

import dev.keystead.member.Role;
import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Optional;

/// The workspaces that somebody is a member of.
public record WorkspacesPage(Around around, List<Place> places, Optional<String> next) implements View {
    /// One of them.
    ///
    /// @param until when a guest's stay is over
    public record Place(String id, String name, Role role, Around.Moment since, Optional<Around.Moment> until) {}

    @Override
    public String template() {
        return "account/workspaces.jte";
    }

    /// The word for a role.
    public String role(Role role) {
        return around.text(
                switch (role) {
                    case OWNER -> "account.workspaces.owner";
                    case ADMIN -> "account.workspaces.admin";
                    case MEMBER -> "account.workspaces.member";
                    case VIEWER -> "account.workspaces.viewer";
                });
    }
}
