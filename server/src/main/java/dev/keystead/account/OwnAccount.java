package dev.keystead.account;

import dev.keystead.audit.Outcome;
import dev.keystead.authevent.AuthEvent;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.member.Members;
import dev.keystead.member.Membership;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.Workspaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The end of an account by its owner's own wish.
final class OwnAccount {
    private static final int PAGE = 200;

    private final Directory directory;
    private final Members members;
    private final Workspaces workspaces;
    private final Sessions sessions;
    private final Notices notices;

    OwnAccount(Directory directory, Members members, Workspaces workspaces, Sessions sessions, Notices notices) {
        this.directory = directory;
        this.members = members;
        this.workspaces = workspaces;
        this.sessions = sessions;
        this.notices = notices;
    }

    /// What became of the wish to go. Whatever is not `Deleted` must be thrown, so that nothing of it is
    /// kept.
    sealed interface Farewell {
        record Deleted(User user) implements Farewell {}

        /// A workspace would be left without an owner.
        ///
        /// @param workspace the name of the one that would be left without an owner
        record LastOwner(String workspace) implements Farewell {}

        record Stale() implements Farewell {}

        record NotFound() implements Farewell {}
    }

    /// A place that somebody leaves by going.
    record Place(Membership membership, Workspace workspace) {}

    /// Where the user in scope is a member, in the order in which everybody locks workspaces.
    List<Place> places() {
        var places = new ArrayList<Place>();
        Optional<UUID> after = Optional.empty();
        List<Membership> page;
        do {
            page = members.listOwn(after, PAGE);
            for (Membership member : page) {
                workspaces.standing(member.workspace()).ifPresent(found -> places.add(new Place(member, found)));
                after = Optional.of(member.workspace().value());
            }
        } while (page.size() == PAGE);
        return places;
    }

    /// Ends every membership, every session and the account; its data is erased after the retention window.
    ///
    /// @param places read before the transaction
    Farewell delete(Transaction transaction, Me me, List<Place> places, Optional<Long> ifVersion) {
        for (Place place : places) {
            Transaction there =
                    transaction.with(Scope.tenant(place.workspace().id().value()));
            if (members.end(there, Optional.empty(), me.user(), Optional.empty()) instanceof Outcome.Kept<Membership>) {
                return new Farewell.LastOwner(place.workspace().name());
            }
        }
        return switch (directory.delete(transaction, me.user(), ifVersion)) {
            case Outcome.Deleted<User>(User gone) -> {
                sessions.endOthers(transaction, me.user(), Optional.empty(), Session.End.USER);
                notices.tell(transaction, me, gone, AuthEvent.Type.ACCOUNT_DELETED, Notice.DELETED);
                yield new Farewell.Deleted(gone);
            }
            // Somebody made them the only owner at home a moment ago.
            case Outcome.Stale<User>(), Outcome.Kept<User> _ -> new Farewell.Stale();
            case Outcome.NotFound<User>() -> new Farewell.NotFound();
            case Outcome.Made<User> _,
                    Outcome.Changed<User> _,
                    Outcome.Unchanged<User> _,
                    Outcome.Wrong<User> _,
                    Outcome.Refused<User> _,
                    Outcome.NotAllowed<User> _ ->
                throw new IllegalStateException("a user is deleted, or is not there, or is another version");
        };
    }
}
