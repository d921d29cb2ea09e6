package dev.keystead.badge;

import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.member.Affiliation;
import dev.keystead.member.Members;
import dev.keystead.member.Membership;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.util.Optional;
import java.util.UUID;

/// Who can hold badges of the workspace in scope: its own users, its members, and who was one.
final class Holders {
    static final String NO_STAFF = "only members whose affiliation is staff are given this badge";

    private final Directory directory;
    private final Members members;
    private final BadgeStore store;

    Holders(Database database, Directory directory, Members members) {
        this.directory = directory;
        this.members = members;
        this.store = new BadgeStore(database);
    }

    /// Somebody as the workspace knows them.
    ///
    /// @param home the workspace whose user they are
    /// @param active whether they get in at all
    record Holder(
            UserId user,
            UUID home,
            Optional<String> handle,
            String name,
            boolean active,
            Optional<Membership> membership) {
        private boolean isMember() {
            return membership.filter(place -> place.leftAt().isEmpty()).isPresent();
        }

        private boolean isStaff() {
            return isMember() && membership.map(Membership::affiliation).equals(Optional.of(Affiliation.STAFF));
        }

        private boolean hasLeft() {
            return membership.flatMap(Membership::leftAt).isPresent();
        }
    }

    /// Somebody of the workspace; nothing for everybody else. Not for use inside a transaction.
    Optional<Holder> find(UserId user) {
        Optional<Membership> membership = members.find(user);
        Optional<User> own = directory.find(user);
        if (own.isPresent()) {
            UUID here = Scope.current().require(Axis.TENANT);
            User found = own.get();
            return Optional.of(
                    new Holder(user, here, found.handle(), found.displayName(), found.isActive(), membership));
        }
        return membership.map(place -> new Holder(
                user,
                place.home().value(),
                place.handle(),
                place.displayName(),
                directory.isActive(place.home().value(), user),
                Optional.of(place)));
    }

    /// Why a badge of a kind would not be true of somebody, in a sentence; nothing when it is. Not for use
    /// inside a transaction.
    Optional<String> obstacle(Holder holder, BadgeKind kind) {
        if (!holder.active()) {
            return Optional.of("only people whose account is active are given badges");
        }
        UUID here = Scope.current().require(Axis.TENANT);
        boolean belongs = holder.home().equals(here) || holder.isMember();
        return switch (kind) {
            case STAFF -> unless(holder.isStaff(), NO_STAFF);
            case ALUMNI -> unless(holder.hasLeft(), "only people who left the workspace are given this badge");
            case VERIFIED, DEVELOPER -> unless(belongs, "only people of the workspace are given this badge");
            case INVITED_BY_STAFF ->
                unless(
                        store.isInvitedByStaff(holder.user()),
                        "only people whom somebody of the staff invited are given this badge");
        };
    }

    private static Optional<String> unless(boolean is, String sentence) {
        return is ? Optional.empty() : Optional.of(sentence);
    }
}
