package dev.keystead.signup;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.credential.Passwords;
import dev.keystead.directory.Directory;
import dev.keystead.directory.NewUser;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.domain.DomainRouting;
import dev.keystead.handle.Handles;
import dev.keystead.lockout.Lockouts;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.login.Aside;
import dev.keystead.login.Letters;
import dev.keystead.login.Visitor;
import dev.keystead.mail.Mails;
import dev.keystead.platform.http.Refusal;
import dev.keystead.policy.Policies;
import dev.keystead.policy.SignUpPolicy;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// New accounts that people make for themselves, where the workspace lets them.
public final class Registrations {
    private final Database database;
    private final Directory directory;
    private final Handles handles;
    private final Passwords passwords;
    private final NewPassword rules;
    private final AddressProofs proofs;
    private final Letters letters;
    private final Mails mails;
    private final Lockouts lockouts;
    private final SourceLimits limits;
    private final Policies policies;
    private final DomainRouting routing;
    private final AuthEvents events;
    private final Aside aside;

    public Registrations(
            Database database,
            Directory directory,
            Handles handles,
            Passwords passwords,
            NewPassword rules,
            AddressProofs proofs,
            Letters letters,
            Mails mails,
            Lockouts lockouts,
            SourceLimits limits,
            Policies policies,
            DomainRouting routing,
            AuthEvents events,
            Aside aside) {
        this.database = database;
        this.directory = directory;
        this.handles = handles;
        this.passwords = passwords;
        this.rules = rules;
        this.proofs = proofs;
        this.letters = letters;
        this.mails = mails;
        this.lockouts = lockouts;
        this.limits = limits;
        this.policies = policies;
        this.routing = routing;
        this.events = events;
        this.aside = aside;
    }

    /// What somebody wants to be.
    ///
    /// @param email where mail reaches them
    /// @param handle needed for an individual account, whose address follows from it
    public record Wish(String email, Optional<String> handle, String displayName, String password) {}

    /// What became of the wish.
    public sealed interface Outcome {
        /// A mail is on its way, to prove the address or to say that there is an account already. Only the
        /// mailbox's owner learns which of the two.
        record Mailed() implements Outcome {}

        /// A field cannot be so.
        ///
        /// @param key of the text that says what is wrong with the field
        record Wrong(String field, String key, int number) implements Outcome {}

        /// Accounts with this address are made in another workspace alone, which has proven its domain.
        record Elsewhere(Workspace workspace) implements Outcome {}

        /// Nobody signs up here by themselves.
        record Closed() implements Outcome {}
    }

    public boolean isOpen(Workspace workspace) {
        return policies.signUp(workspace.id().value()).mode() == SignUpPolicy.Mode.OPEN;
    }

    /// Makes an account that comes alive once its address is proven.
    ///
    /// @param door the address under which the workspace's pages are found
    /// @throws Refusal when too much is asked for from where the visitor is: also to learn which handles
    ///     are taken
    public Outcome register(Visitor visitor, Wish wish, String door) {
        Workspace workspace = visitor.workspace();
        if (!isOpen(workspace)) {
            return new Outcome.Closed();
        }
        visitor.scope()
                .call(() -> database.write(transaction -> {
                    limits.takeAsk(transaction, visitor.client().address());
                    return true;
                }));
        Optional<Workspace> elsewhere = elsewhere(visitor, wish);
        if (elsewhere.isPresent()) {
            return new Outcome.Elsewhere(elsewhere.get());
        }
        return switch (judge(visitor, wish)) {
            case Judged.Bad(String field, String key, int number) -> new Outcome.Wrong(field, key, number);
            case Judged.Good(NewUser wanted, Passwords.Prepared prepared) -> {
                aside.run(visitor.scope(), () -> make(visitor, wish, wanted, prepared, door));
                yield new Outcome.Mailed();
            }
        };
    }

    /// The other workspace that alone makes accounts with this address; nothing when any does.
    Optional<Workspace> elsewhere(Visitor visitor, Wish wish) {
        return routing.signUpElsewhere(visitor.workspace(), wish.email());
    }

    /// Whether somebody can be what they want to be here, as far as that can be told beforehand.
    sealed interface Judged {
        /// The password is hashed already, so that no transaction waits for that.
        record Good(NewUser wanted, Passwords.Prepared password) implements Judged {}

        /// A field cannot be so.
        ///
        /// @param key of the text that says what is wrong with the field
        record Bad(String field, String key, int number) implements Judged {}
    }

    Judged judge(Visitor visitor, Wish wish) {
        Workspace workspace = visitor.workspace();
        if (!policies.signUp(workspace.id().value()).allowsEmail(wish.email())) {
            return new Judged.Bad("email", "signup.email.domain", 0);
        }
        boolean individual = workspace.kind() == Workspace.Kind.SYSTEM;
        if (individual && wish.handle().isEmpty()) {
            return new Judged.Bad("handle", "signup.handle.needed", 0);
        }
        if (!individual && wish.handle().isPresent()) {
            // To answer whether it is free would tell strangers who is here.
            return new Judged.Bad("handle", "signup.handle.unused", 0);
        }
        Optional<String> fault = wish.handle().flatMap(handle -> handleFault(visitor, handle));
        if (fault.isPresent()) {
            return new Judged.Bad("handle", fault.get(), 0);
        }
        return switch (rules.judge(workspace, ownWords(wish), wish.password())) {
            case NewPassword.Judged.Bad(String key, int least) -> new Judged.Bad("password", key, least);
            case NewPassword.Judged.Good(Passwords.Prepared prepared) ->
                new Judged.Good(wanted(visitor, wish, individual), prepared);
        };
    }

    /// The key of the text that says why nobody can have a handle; nothing when it is free. Whom an earlier release
    /// made may not be in the registry yet.
    public Optional<String> handleFault(Visitor visitor, String handle) {
        return HandleWords.fault(handles.judge(handle))
                .or(() -> visitor.scope().call(() -> directory.identify(handle)).map(_ -> "signup.handle.taken"));
    }

    private static List<String> ownWords(Wish wish) {
        var words = new ArrayList<>(List.of(wish.email(), wish.displayName()));
        wish.handle().ifPresent(words::add);
        return words;
    }

    private NewUser wanted(Visitor visitor, Wish wish, boolean individual) {
        String language = visitor.language().tag();
        if (!individual) {
            return new NewUser(
                    User.Kind.MANAGED,
                    wish.handle(),
                    wish.email(),
                    Optional.empty(),
                    wish.displayName(),
                    language,
                    "UTC");
        }
        return directory
                .individual(wish.handle().orElseThrow(), wish.displayName(), language, "UTC")
                .reachedAt(wish.email());
    }

    private void make(Visitor visitor, Wish wish, NewUser wanted, Passwords.Prepared password, String door) {
        Optional<User> owner = directory.identify(wish.email());
        boolean samePassword = owner.filter(Registrations::isPending)
                .flatMap(pending -> passwords.find(pending.id()))
                .map(stored -> passwords.check(Optional.of(stored), wish.password()))
                .filter(Passwords.Check.Right.class::isInstance)
                .isPresent();
        database.write(transaction -> {
            Optional<UserId> known = owner.map(User::id);
            String mailbox = owner.map(User::mailbox).orElse(wish.email());
            if (!lockouts.takeMail(transaction, known, mailbox)) {
                return false;
            }
            if (owner.isPresent()) {
                tellOwner(transaction, visitor, owner.get(), samePassword, door);
                return false;
            }
            User user = directory.register(transaction, wanted);
            passwords.set(transaction, user.id(), password);
            proofs.mail(transaction, visitor, user, door);
            events.write(
                    transaction,
                    AuthEvent.Type.ACCOUNT_CREATED,
                    AuthEvents.About.user(user.id()),
                    visitor.client(),
                    Map.of());
            return true;
        });
    }

    private static boolean isPending(User user) {
        return user.status() == User.Status.PENDING_VERIFICATION;
    }

    private void tellOwner(Transaction transaction, Visitor visitor, User owner, boolean samePassword, String door) {
        if (isPending(owner)) {
            if (!samePassword) {
                // One of two people chose this address before its owner did. Whose password it is nobody knows, so
                // that neither gets in by it; the owner of the mailbox sets a new one.
                passwords.remove(transaction, owner.id());
            }
            proofs.mail(transaction, visitor, owner, door);
        } else {
            mails.send(transaction, letters.alreadyThere(visitor, owner, door));
        }
    }
}
