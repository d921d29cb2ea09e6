package dev.keystead.account;

import dev.keystead.invite.Invite;
import dev.keystead.invite.Quota;
import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the pages about invitations and lineage show.
public final class InvitationPages {
    private InvitationPages() {}

    /// An invitation.
    ///
    /// @param title whom it is for, as far as that was said
    /// @param ends when it stops working, or came to its end
    public record InviteRow(
            String id,
            String title,
            Invite.Status status,
            Optional<String> why,
            Around.Moment made,
            Around.Moment ends,
            Optional<String> proof) {
        public boolean isOpen() {
            return status == Invite.Status.OPEN;
        }
    }

    /// A way in which two people can know each other.
    public record ReasonChoice(String value, String label) {}

    /// The invitations, what is left of the quota, and the form to make one.
    ///
    /// @param left how many can be made now
    /// @param back when more can be made, where waiting helps
    /// @param typed what stood in the form when it was sent
    public record InviteList(
            Around around,
            List<InviteRow> rows,
            Optional<String> next,
            Quota quota,
            int left,
            Optional<Around.Moment> back,
            List<ReasonChoice> reasons,
            Map<String, String> typed)
            implements View {
        @Override
        public String template() {
            return "account/invitations.jte";
        }

        public String value(String field) {
            return typed.getOrDefault(field, "");
        }

        /// The word for what became of an invitation.
        public String status(Invite.Status status) {
            return around.text(
                    switch (status) {
                        case OPEN -> "account.invitations.open";
                        case REDEEMED -> "account.invitations.redeemed";
                        case REVOKED -> "account.invitations.revoked";
                        case EXPIRED -> "account.invitations.expired";
                    });
        }
    }

    /// A new invitation, whose link is shown this once.
    public record NewInvite(Around around, String link, Optional<String> email) implements View {
        @Override
        public String template() {
            return "account/invitation.jte";
        }
    }

    /// Somebody who came by an invitation.
    ///
    /// @param below where to see whom they invited
    /// @param generation how far below the reader
    /// @param children those of them that are shown
    /// @param more whether there are others
    public record PersonRow(
            String name,
            String inviter,
            int generation,
            Optional<Around.Moment> came,
            String below,
            List<PersonRow> children,
            boolean more) {}

    /// Those who came by somebody: as a tree, and the same as a table.
    ///
    /// @param of whose people, if they are not the reader's own
    /// @param above the reader's ancestors, the nearest first
    public record People(
            Around around,
            Optional<String> of,
            List<String> above,
            List<PersonRow> tree,
            List<PersonRow> table,
            Optional<String> next)
            implements View {
        @Override
        public String template() {
            return "account/lineage.jte";
        }
    }
}
