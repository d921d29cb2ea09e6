package dev.keystead.signup;

import dev.keystead.audit.AuditLog;
import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.credential.Passwords;
import dev.keystead.directory.Directory;
import dev.keystead.directory.NewUser;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.invite.Invite;
import dev.keystead.invite.Invites;
import dev.keystead.lockout.Lockouts;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.login.Visitor;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Refusal;
import dev.keystead.policy.Policies;
import dev.keystead.policy.SignUpPolicy;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Accounts that people make because somebody invited them.
///
/// Whoever has the token of an invitation learns who invites and what became of it; a text that is none of
/// our tokens learns nothing.
public final class Redemptions {
    private final Parts parts;

    /// What accounts by invitation are made with.
    public record Parts(
            Database database,
            Invites invites,
            Directory directory,
            Registrations registrations,
            Passwords passwords,
            AddressProofs proofs,
            Lockouts lockouts,
            SourceLimits limits,
            Policies policies,
            AuthEvents events,
            AuditLog audit,
            Clock clock) {}

    public Redemptions(Parts parts) {
        this.parts = parts;
    }

    /// What an invitation can do for whoever has it.
    public sealed interface Link {
        /// An account can be made by it.
        record Open(Invite invite, User inviter) implements Link {}

        /// It came to its end: it was used or revoked, or its time is over.
        record Over(Invite.Status status) implements Link {}

        /// Nobody comes by its branch now, or nobody can join here; why is not for everybody.
        record Resting() implements Link {}

        /// It is none of ours.
        record Unknown() implements Link {}
    }

    /// What became of the wish for an account.
    public sealed interface Outcome {
        /// It is made, and comes alive once its address is proven: a mail is on its way.
        record Made(User user, Invite invite) implements Outcome {}

        /// A field cannot be so; the invitation still works.
        ///
        /// @param key of the text that says what is wrong with the field
        record Wrong(Link.Open link, String field, String key, int number) implements Outcome {}

        /// Accounts with this address are made in another workspace alone, which has proven its domain. The
        /// invitation still works, for another address.
        record Elsewhere(Link.Open link, Workspace workspace) implements Outcome {}

        /// Nothing was done, as the invitation stands.
        record Not(Link link) implements Outcome {}
    }

    /// Told in the transaction of the change, to write its audit entry.
    public interface Entry {
        void done(Transaction transaction, User user, Invite invite);
    }

    /// What a token can do now, for showing its page.
    public Link find(Visitor visitor, String token) {
        UUID tenant = visitor.workspace().id().value();
        return visitor.scope()
                .call(() -> parts.invites()
                        .find(tenant, token)
                        .map(invite -> judge(invite, parts.policies().signUp(tenant)))
                        .orElseGet(Link.Unknown::new));
    }

    private Link judge(Invite invite, SignUpPolicy policy) {
        Invite.Status status = invite.statusAt(parts.clock().instant());
        if (status != Invite.Status.OPEN) {
            return new Link.Over(status);
        }
        Optional<User> inviter = parts.directory().find(invite.inviter());
        return policy.mode() == SignUpPolicy.Mode.CLOSED
                        || inviter.isEmpty()
                        || parts.invites().isBraked(invite.inviter())
                ? new Link.Resting()
                : new Link.Open(invite, inviter.get());
    }

    /// Makes an account by an invitation: account, lineage, counters and the invitation's state in one
    /// transaction.
    ///
    /// @param door the address under which the workspace's pages are found
    /// @throws Refusal when too much is asked for from where the visitor is, too many come by the
    ///     invitation's branch, or the handle was taken a moment ago
    public Outcome redeem(Visitor visitor, String token, Registrations.Wish wish, String door, Entry entry) {
        return switch (find(visitor, token)) {
            case Link.Open open -> redeem(visitor, open, token, wish, door, entry);
            case Link link -> {
                refused(visitor, Optional.of(token));
                yield new Outcome.Not(link);
            }
        };
    }

    private Outcome redeem(
            Visitor visitor, Link.Open open, String token, Registrations.Wish wish, String door, Entry entry) {
        Optional<Workspace> elsewhere = parts.registrations().elsewhere(visitor, wish);
        if (elsewhere.isPresent()) {
            refused(visitor, Optional.empty());
            return new Outcome.Elsewhere(open, elsewhere.get());
        }
        return switch (parts.registrations().judge(visitor, wish)) {
            case Registrations.Judged.Bad(String field, String key, int number) -> {
                refused(visitor, Optional.empty());
                yield new Outcome.Wrong(open, field, key, number);
            }
            case Registrations.Judged.Good(NewUser wanted, Passwords.Prepared password) ->
                visitor.scope()
                        .call(() -> parts.database()
                                .write(transaction ->
                                        make(transaction, visitor, token, wanted, password, door, entry)));
        };
    }

    private Outcome make(
            Transaction transaction,
            Visitor visitor,
            String token,
            NewUser wanted,
            Passwords.Prepared password,
            String door,
            Entry entry) {
        parts.limits().takeAsk(transaction, visitor.client().address());
        UserId id = UserId.make();
        return switch (parts.invites().take(transaction, token, id)) {
            case Invites.Taking.Not(Optional<Invite> invite) ->
                new Outcome.Not(invite.<Link>map(known ->
                                new Link.Over(known.statusAt(parts.clock().instant())))
                        .orElseGet(Link.Unknown::new));
            case Invites.Taking.Braked _ -> new Outcome.Not(new Link.Resting());
            case Invites.Taking.Taken(Invite invite) -> {
                User user = parts.directory().register(transaction, id, wanted);
                if (!parts.lockouts().takeMail(transaction, Optional.of(id), user.mailbox())) {
                    throw new Refusal(RegistrationRoutes.tooManyMails());
                }
                parts.passwords().set(transaction, id, password);
                parts.proofs().mail(transaction, visitor, user, door);
                parts.events()
                        .write(
                                transaction,
                                AuthEvent.Type.ACCOUNT_CREATED,
                                AuthEvents.About.user(id),
                                visitor.client(),
                                Map.of());
                entry.done(transaction, user, invite);
                yield new Outcome.Made(user, invite);
            }
        };
    }

    /// Counts what came to nothing, so that nobody tries without end, and leaves an entry where it was a
    /// known invitation that does not work.
    private void refused(Visitor visitor, Optional<String> token) {
        UUID tenant = visitor.workspace().id().value();
        visitor.scope().call(() -> {
            Optional<Invite> known = token.flatMap(text -> parts.invites().find(tenant, text));
            return parts.database().write(transaction -> {
                parts.limits().takeAsk(transaction, visitor.client().address());
                known.ifPresent(invite -> tell(transaction, visitor, invite));
                return true;
            });
        });
    }

    private void tell(Transaction transaction, Visitor visitor, Invite invite) {
        String status = Words.of(invite.statusAt(parts.clock().instant()));
        parts.audit()
                .writeEvent(
                        transaction,
                        "did:internal:invite",
                        "auth.invite_refused",
                        invite.id(),
                        Map.of("status", status),
                        visitor.client().address());
    }
}
