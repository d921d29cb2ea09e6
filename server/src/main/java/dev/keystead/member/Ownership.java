package dev.keystead.member;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;

/// The rules by which a workspace gets another owner.
final class Ownership {
    private final Members members;
    private final MemberStore store;

    Ownership(Members members, Database database) {
        this.members = members;
        this.store = new MemberStore(database);
    }

    /// Whose a workspace shall be.
    ///
    /// @param to a user of the workspace or an individual account, member or not
    /// @param from whose it was; without one, the caller's or that of the only owner
    /// @param kept the role that the former owner keeps
    record Wish(UserId to, Optional<UserId> from, Role kept) {}

    /// A workspace that changed hands.
    ///
    /// @param former nothing for a workspace that nobody owned
    record Transferred(Membership owner, Optional<Membership> former) {}

    /// What became of the wish.
    sealed interface Transfer {
        record Done(Transferred transferred) implements Transfer {}

        /// Nothing changed, for this reason.
        record Not(Outcome<Membership> why) implements Transfer {}
    }

    /// Gives the workspace in scope to somebody. It has an owner at every moment, because the new one is made
    /// before the former one is not; and whoever changes owners waits for others who do.
    ///
    /// @param caller whose it is if the wish does not say
    Transfer transfer(Transaction transaction, Wish wish, Optional<UserId> caller, String actor) {
        // The first waits for others who change owners, the second sees whom they made one.
        store.lockOwners(transaction);
        List<UserId> owners = store.lockOwners(transaction);
        if (wish.from().isEmpty()
                && owners.size() > 1
                && caller.filter(owners::contains).isEmpty()) {
            return not(new Outcome.Wrong<>("from_id", "is needed, because the workspace has several owners"));
        }
        Optional<UserId> from = wish.from()
                .or(() -> caller.filter(owners::contains))
                .or(() -> owners.stream().findFirst());
        if (from.filter(former -> !owners.contains(former)).isPresent()) {
            return not(new Outcome.Refused<>("the workspace is not owned by the one from whom it shall be taken"));
        }
        if (from.equals(Optional.of(wish.to()))) {
            return not(new Outcome.Refused<>("the workspace is owned by this person already"));
        }
        Optional<Membership> member = store.findForUpdate(transaction, wish.to())
                .filter(found -> found.leftAt().isEmpty());
        if (member.filter(found -> found.affiliation() == Affiliation.GUEST).isPresent()) {
            return not(new Outcome.Wrong<>("owner_id", "is a guest; make them a member who stays first"));
        }
        // Whoever is a member and found no more was deleted a moment ago; any other is nobody who can be one.
        if (!members.isActive(transaction, wish.to()).orElse(member.isEmpty())) {
            return not(new Outcome.Wrong<>("owner_id", "is an account in which nobody gets in at the moment"));
        }
        return switch (makeOwner(transaction, wish.to(), member, actor)) {
            case Outcome.Made<Membership>(Membership made) -> done(transaction, made, from, wish.kept());
            case Outcome.Changed<Membership> changed -> done(transaction, changed.after(), from, wish.kept());
            case Outcome.Unchanged<Membership>(Membership same) -> done(transaction, same, from, wish.kept());
            case Outcome<Membership> refused -> not(refused);
        };
    }

    private Outcome<Membership> makeOwner(
            Transaction transaction, UserId to, Optional<Membership> member, String actor) {
        if (member.isPresent()) {
            return members.change(
                    transaction,
                    Role.OWNER,
                    to,
                    Optional.empty(),
                    found -> new Members.Wish(Role.OWNER, found.affiliation(), Optional.empty()));
        }
        var wish = new Members.Wish(Role.OWNER, Affiliation.STAFF, Optional.empty());
        Outcome<Membership> added = members.add(transaction, Role.OWNER, to, wish, actor);
        return added instanceof Outcome.Wrong<Membership> wrong
                ? new Outcome.Wrong<>("owner_id", wrong.reason())
                : added;
    }

    private Transfer done(Transaction transaction, Membership owner, Optional<UserId> from, Role kept) {
        return new Transfer.Done(new Transferred(owner, from.map(former -> giveRole(transaction, former, kept))));
    }

    /// Nothing can refuse this any more: they own the workspace, and are not its last owner.
    private Membership giveRole(Transaction transaction, UserId former, Role kept) {
        Outcome<Membership> outcome = members.change(
                transaction,
                Role.OWNER,
                former,
                Optional.empty(),
                found -> new Members.Wish(kept, found.affiliation(), Optional.empty()));
        if (outcome instanceof Outcome.Changed<Membership> changed) {
            return changed.after();
        }
        throw new IllegalStateException("a former owner could not get another role: " + outcome);
    }

    private static Transfer not(Outcome<Membership> why) {
        return new Transfer.Not(why);
    }
}
