package dev.keystead.federation;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionSettings.Accounts;
import dev.keystead.connection.ConnectionSettings.Oidc;
import dev.keystead.connection.ConnectionSettings.Preset;
import dev.keystead.directory.Directory;
import dev.keystead.directory.NewUser;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.directory.UserView;
import dev.keystead.federation.upstream.UpstreamIdentity;
import dev.keystead.group.GroupMemberRoutes.GroupMemberView;
import dev.keystead.group.Groups;
import dev.keystead.handle.Handle;
import dev.keystead.login.Visitor;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whom a connection lets in, who gets an account by coming, and what the provider's words mean here.
public final class Newcomers {
    private static final int LONGEST_NAME = 200;

    private final Directory directory;
    private final Groups groups;
    private final AuditLog audit;
    private final Clock clock;

    public Newcomers(Directory directory, Groups groups, AuditLog audit, Clock clock) {
        this.directory = directory;
        this.groups = groups;
        this.audit = audit;
        this.clock = clock;
    }

    /// Why a connection is not for somebody, whether they are known or not. An address that nobody vouches for opens
    /// nothing.
    Optional<Why> unwelcome(Connection connection, UpstreamIdentity identity) {
        Accounts accounts = connection.settings().accounts();
        if (accounts.allowedDomains().isEmpty()) {
            return Optional.empty();
        }
        if (identity.email().filter(accounts::allows).isEmpty()) {
            return Optional.of(Why.EMAIL_DOMAIN);
        }
        return isProven(connection, identity) ? Optional.empty() : Optional.of(Why.EMAIL_UNPROVEN);
    }

    private static boolean isProven(Connection connection, UpstreamIdentity identity) {
        return identity.email().isPresent()
                && (identity.emailVerified() || connection.settings().accounts().trustEmail());
    }

    /// Whether somebody whom nobody knows gets an account.
    sealed interface Judgement {
        record Welcome(NewUser wanted) implements Judgement {}

        record Unwelcome(Why why) implements Judgement {}
    }

    /// Judges somebody whom nobody knows here. An account with the same address is never theirs by that alone, however
    /// well the provider vouches for it.
    Judgement judge(Visitor visitor, Connection connection, UpstreamIdentity identity) {
        boolean proven = isProven(connection, identity);
        boolean taken = proven && isTaken(visitor, identity.email().orElseThrow());
        if (taken) {
            return new Judgement.Unwelcome(Why.EMAIL_TAKEN);
        }
        if (!connection.settings().accounts().justInTime()) {
            return new Judgement.Unwelcome(Why.UNKNOWN);
        }
        if (identity.email().isEmpty()) {
            return new Judgement.Unwelcome(Why.NO_EMAIL);
        }
        return proven
                ? new Judgement.Welcome(wanted(visitor, connection, identity))
                : new Judgement.Unwelcome(Why.EMAIL_UNPROVEN);
    }

    private boolean isTaken(Visitor visitor, String name) {
        return visitor.scope().call(() -> directory.identify(name)).isPresent();
    }

    private NewUser wanted(Visitor visitor, Connection connection, UpstreamIdentity identity) {
        String email = identity.email().orElseThrow();
        return new NewUser(
                User.Kind.MANAGED,
                identity.handle()
                        .filter(Handle::isHandle)
                        .filter(handle -> !Handle.isBot(handle) && !isTaken(visitor, handle)),
                email,
                Optional.empty(),
                name(identity).orElse(email),
                locale(identity).orElseGet(() -> visitor.language().tag()),
                "UTC",
                backend(connection));
    }

    private static User.Backend backend(Connection connection) {
        Oidc oidc = connection.settings().oidc();
        if (oidc == null) {
            return User.Backend.SAML;
        }
        return oidc.preset() == Preset.KEYCLOAK ? User.Backend.KEYCLOAK_BROKER : User.Backend.OIDC;
    }

    /// The name, unless it is nothing that can be shown.
    private static Optional<String> name(UpstreamIdentity identity) {
        return identity.name()
                .map(String::strip)
                .filter(name -> holds(fields -> fields.text("name", name, 1, LONGEST_NAME)));
    }

    private static Optional<String> locale(UpstreamIdentity identity) {
        return identity.locale()
                .map(tag -> tag.replace('_', '-'))
                .filter(tag -> holds(fields -> fields.locale("locale", tag)));
    }

    private interface Check {
        Object of(Fields fields);
    }

    private static boolean holds(Check check) {
        var fields = new Fields();
        check.of(fields);
        try {
            fields.refuseIfAny();
            return true;
        } catch (BadInput _) {
            return false;
        }
    }

    User make(Transaction transaction, UserId id, NewUser wanted) {
        directory.register(transaction, id, wanted);
        return directory.confirmMailbox(transaction, id, wanted.email()).orElseThrow();
    }

    /// A user of the provider as it knows them now; nothing when nothing changed, or when this house or another
    /// provider vouches for them. An address that somebody else has here is not taken over.
    Optional<User> refreshed(
            Visitor visitor, User user, ExternalIdentity link, Connection connection, UpstreamIdentity identity) {
        if (!link.home() || user.backend() == User.Backend.IN_HOUSE) {
            return Optional.empty();
        }
        String email = identity.email()
                .filter(_ -> isProven(connection, identity))
                .filter(address -> !address.equals(user.email()))
                .filter(address -> Directory.nameKey(address).equals(Directory.nameKey(user.email()))
                        || !isTaken(visitor, address))
                .orElse(user.email());
        User fresh = user.withProfile(
                email,
                name(identity).orElse(user.displayName()),
                locale(identity).orElse(user.locale()),
                clock.instant());
        return fresh.equals(user) ? Optional.empty() : Optional.of(fresh);
    }

    void refresh(Transaction transaction, User fresh) {
        Outcome<User> outcome = directory.change(
                transaction,
                fresh.id(),
                Optional.empty(),
                now -> now.withProfile(fresh.email(), fresh.displayName(), fresh.locale(), clock.instant()));
        if (outcome instanceof Outcome.Changed<User>(User before, User after)) {
            audit.writeInternal(
                    transaction,
                    "federation",
                    "user.update",
                    after.id(),
                    Map.of("before", UserView.of(before), "after", UserView.of(after)));
        }
    }

    /// Puts somebody into the groups that the provider names and takes them out of those that it names no more: of the
    /// groups that have an external id, and only where the connection asks for groups. Where another provider put
    /// somebody, they stay.
    void joinGroups(Transaction transaction, UserId user, Connection connection, UpstreamIdentity identity) {
        identity.groups()
                .filter(_ -> connection.settings().mapping().groups() != null)
                .map(names -> groups.follow(transaction, user, names, Identities.adder(connection.id())))
                .orElse(List.of())
                .forEach(followed -> note(transaction, followed));
    }

    private void note(Transaction transaction, Groups.Followed followed) {
        GroupMemberView member = GroupMemberView.of(followed.member());
        if (followed.joined()) {
            audit.writeInternal(
                    transaction, "federation", "group.member.add", followed.group(), Map.of("after", member));
        } else {
            audit.writeInternal(
                    transaction, "federation", "group.member.remove", followed.group(), Map.of("before", member));
        }
    }
}
