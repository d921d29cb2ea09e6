package dev.keystead.federation;

import dev.keystead.audit.AuditLog;
import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.Connections;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.directory.UserView;
import dev.keystead.federation.journey.Journey;
import dev.keystead.federation.upstream.UpstreamIdentity;
import dev.keystead.federation.upstream.UpstreamSessions;
import dev.keystead.login.FederatedStep;
import dev.keystead.login.FlowId;
import dev.keystead.login.Letters;
import dev.keystead.login.StepOutcome;
import dev.keystead.login.Visitor;
import dev.keystead.mail.Mails;
import dev.keystead.member.Members;
import dev.keystead.member.Role;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// From a provider's word to an account: whoever comes back is let in, linked, made known, or told why not. What the
/// protocol has to check was checked before. Binds its scope itself; not for use inside a transaction.
public final class Arrivals {
    private final Parts parts;
    private final Newcomers newcomers;

    /// What it works with.
    public record Parts(
            Database database,
            Connections connections,
            Identities identities,
            UpstreamSessions upstream,
            Directory directory,
            Members members,
            FederatedStep step,
            AuthEvents events,
            Letters letters,
            Mails mails,
            AuditLog audit) {}

    public Arrivals(Parts parts, Newcomers newcomers) {
        this.parts = parts;
        this.newcomers = newcomers;
    }

    /// Takes somebody who came back.
    ///
    /// @param inside the session of this browser, if there is one: links need it
    /// @param door the address of the workspace's pages, for mails
    public Arrival arrive(
            Visitor visitor,
            Journey journey,
            Connection connection,
            UpstreamIdentity identity,
            Optional<Session> inside,
            String door) {
        Optional<Why> unwelcome = newcomers.unwelcome(connection, identity);
        if (unwelcome.isPresent()) {
            return refuse(visitor, journey, unwelcome.get());
        }
        return switch (journey.aim()) {
            case Journey.Aim.SignIn(FlowId flow) -> signIn(visitor, journey, flow, connection, identity);
            case Journey.Aim.Link(UserId user, SessionId session) -> {
                boolean same = inside.filter(found ->
                                found.id().equals(session) && found.user().equals(user))
                        .isPresent();
                yield same
                        ? link(visitor, journey, user, connection, identity, door)
                        : refuse(visitor, journey, Why.SIGNED_OUT);
            }
        };
    }

    /// Leaves an event for somebody who is not let in, and answers why.
    public Arrival.Refused refuse(Visitor visitor, Journey journey, Why why) {
        Optional<FlowId> flow =
                journey.aim() instanceof Journey.Aim.SignIn(FlowId id) ? Optional.of(id) : Optional.empty();
        Optional<UserId> user =
                journey.aim() instanceof Journey.Aim.Link(UserId id, SessionId _) ? Optional.of(id) : Optional.empty();
        return refuse(visitor, journey.connection(), flow, user, why);
    }

    /// The same where no journey is known.
    public Arrival.Refused refuse(Visitor visitor, ConnectionId connection, Why why) {
        return refuse(visitor, connection, Optional.empty(), Optional.empty(), why);
    }

    /// The same for somebody who could not even set out.
    public Arrival.Refused refuse(Visitor visitor, ConnectionId connection, Journey.Aim aim, Why why) {
        return refuse(visitor, new Journey(connection, aim, ""), why);
    }

    /// The same with what a protocol found, for those who look into it.
    ///
    /// @param journey the one that they came back by, if it is known
    public Arrival.Refused refuse(
            Visitor visitor, ConnectionId connection, Optional<Journey> journey, Why why, Map<String, String> found) {
        Optional<FlowId> flow = journey.flatMap(
                known -> known.aim() instanceof Journey.Aim.SignIn(FlowId id) ? Optional.of(id) : Optional.empty());
        Optional<UserId> user = journey.flatMap(known ->
                known.aim() instanceof Journey.Aim.Link(UserId id, SessionId _) ? Optional.of(id) : Optional.empty());
        return refuse(visitor, connection, flow, user, why, found);
    }

    private Arrival.Refused refuse(
            Visitor visitor, ConnectionId connection, Optional<FlowId> flow, Optional<UserId> user, Why why) {
        return refuse(visitor, connection, flow, user, why, Map.of());
    }

    private Arrival.Refused refuse(
            Visitor visitor,
            ConnectionId connection,
            Optional<FlowId> flow,
            Optional<UserId> user,
            Why why,
            Map<String, String> found) {
        var details = new TreeMap<String, String>(found);
        details.put("why", why.word());
        details.put("connection", connection.text());
        visitor.scope()
                .call(() -> parts.database().write(transaction -> {
                    parts.events()
                            .write(
                                    transaction,
                                    AuthEvent.Type.FEDERATION_FAILED,
                                    new AuthEvents.About(user, flow.map(FlowId::value), Optional.empty()),
                                    visitor.client(),
                                    details);
                    return true;
                }));
        return new Arrival.Refused(why, flow);
    }

    private Arrival signIn(
            Visitor visitor, Journey journey, FlowId flow, Connection connection, UpstreamIdentity identity) {
        Optional<ExternalIdentity> known = find(visitor, identity);
        return known.isPresent()
                ? welcomeBack(visitor, journey, flow, connection, identity, known.get())
                : welcome(visitor, journey, flow, connection, identity);
    }

    private Optional<ExternalIdentity> find(Visitor visitor, UpstreamIdentity identity) {
        return visitor.scope().call(() -> parts.identities().find(identity.issuer(), identity.subject()));
    }

    private Arrival welcomeBack(
            Visitor visitor,
            Journey journey,
            FlowId flow,
            Connection connection,
            UpstreamIdentity identity,
            ExternalIdentity link) {
        Optional<User> user =
                visitor.scope().call(() -> parts.directory().find(link.user())).filter(User::isActive);
        if (user.isEmpty()) {
            return refuse(visitor, journey, Why.CLOSED);
        }
        if (!isOwner(visitor, user.get())
                && (isLedElsewhere(visitor, connection, user.get().email())
                        || isLedElsewhere(visitor, connection, identity))) {
            return refuse(visitor, journey, Why.OTHER_PROVIDER);
        }
        Optional<User> fresh = newcomers.refreshed(visitor, user.get(), link, connection, identity);
        return new Arrival.Onward(parts.step()
                .take(visitor, flow, link.user(), strong(connection, identity), transaction -> {
                    parts.identities().use(transaction, link, connection, identity);
                    parts.upstream().begin(transaction, flow, connection, link.user(), identity);
                    fresh.ifPresent(wanted -> newcomers.refresh(transaction, wanted));
                    newcomers.joinGroups(transaction, link.user(), connection, identity);
                    return true;
                }));
    }

    /// Somebody whom nobody knows here.
    private Arrival welcome(
            Visitor visitor, Journey journey, FlowId flow, Connection connection, UpstreamIdentity identity) {
        if (isLedElsewhere(visitor, connection, identity)) {
            return refuse(visitor, journey, Why.OTHER_PROVIDER);
        }
        Newcomers.Judgement judgement = newcomers.judge(visitor, connection, identity);
        if (judgement instanceof Newcomers.Judgement.Unwelcome(Why why)) {
            // Another window of theirs may have made the account since they were looked for.
            Optional<ExternalIdentity> meanwhile = find(visitor, identity);
            return meanwhile.isPresent()
                    ? welcomeBack(visitor, journey, flow, connection, identity, meanwhile.get())
                    : refuse(visitor, journey, why);
        }
        var wanted = ((Newcomers.Judgement.Welcome) judgement).wanted();
        UserId id = UserId.make();
        var late = new AtomicBoolean();
        StepOutcome outcome = parts.step().take(visitor, flow, id, strong(connection, identity), transaction -> {
            parts.connections().findHeld(transaction, connection.id());
            if (parts.identities()
                    .find(transaction, identity.issuer(), identity.subject())
                    .isPresent()) {
                late.set(true);
                return false;
            }
            User made = newcomers.make(transaction, id, wanted);
            ExternalIdentity link = parts.identities()
                    .link(transaction, id, connection, identity, true)
                    .orElseThrow();
            parts.identities().use(transaction, link, connection, identity);
            parts.upstream().begin(transaction, flow, connection, id, identity);
            newcomers.joinGroups(transaction, id, connection, identity);
            parts.audit()
                    .writeInternal(transaction, "federation", "user.create", id, Map.of("after", UserView.of(made)));
            parts.events()
                    .write(
                            transaction,
                            AuthEvent.Type.ACCOUNT_CREATED,
                            AuthEvents.About.flow(Optional.of(id), flow.value()),
                            visitor.client(),
                            Map.of("connection", connection.id().text()));
            return true;
        });
        // Somebody came by the same identity in another window at the same moment, and was first.
        return late.get() ? signIn(visitor, journey, flow, connection, identity) : new Arrival.Onward(outcome);
    }

    /// Whether people with such an address come by another provider alone.
    private boolean isLedElsewhere(Visitor visitor, Connection connection, String email) {
        return parts.connections()
                .onlyWay(visitor.workspace().id(), email)
                .filter(only -> !only.id().equals(connection.id()))
                .isPresent();
    }

    /// The same for the address that the provider tells, proven or not: it opens nothing, but it can close.
    private boolean isLedElsewhere(Visitor visitor, Connection connection, UpstreamIdentity identity) {
        return identity.email()
                .filter(email -> isLedElsewhere(visitor, connection, email))
                .isPresent();
    }

    /// Owners get in by whatever they have, lest a provider that is down locks everybody out.
    private boolean isOwner(Visitor visitor, User user) {
        return parts.members()
                .roleOf(visitor.workspace().id(), user.id())
                .filter(role -> role == Role.OWNER)
                .isPresent();
    }

    private static boolean strong(Connection connection, UpstreamIdentity identity) {
        return identity.secondFactor() && connection.settings().accounts().trustMfa();
    }

    /// Both were proven: the account by being inside and a proof a moment ago, the identity by the journey.
    private Arrival link(
            Visitor visitor,
            Journey journey,
            UserId user,
            Connection connection,
            UpstreamIdentity identity,
            String door) {
        Optional<User> owner =
                visitor.scope().call(() -> parts.directory().find(user)).filter(User::isActive);
        if (owner.isEmpty()) {
            return refuse(visitor, journey, Why.CLOSED);
        }
        Linking linking = visitor.scope()
                .call(() -> parts.database()
                        .write(transaction -> link(transaction, visitor, owner.get(), connection, identity, door)));
        return switch (linking) {
            case Linking.Done(ExternalIdentity link) -> new Arrival.Linked(link);
            case Linking.Not(Why why) -> refuse(visitor, journey, why);
        };
    }

    /// What became of a link inside its transaction.
    private sealed interface Linking {
        record Done(ExternalIdentity link) implements Linking {}

        record Not(Why why) implements Linking {}
    }

    private Linking link(
            Transaction transaction,
            Visitor visitor,
            User owner,
            Connection connection,
            UpstreamIdentity identity,
            String door) {
        Optional<ExternalIdentity> known = parts.identities().find(transaction, identity.issuer(), identity.subject());
        if (known.isPresent()) {
            return known.get().user().equals(owner.id())
                    ? new Linking.Done(known.get())
                    : new Linking.Not(Why.LINKED_ELSEWHERE);
        }
        if (parts.identities().of(transaction, owner.id()).size() >= Identities.MOST) {
            return new Linking.Not(Why.TOO_MANY);
        }
        Optional<ExternalIdentity> linked =
                parts.identities().link(transaction, owner.id(), connection, identity, false);
        linked.ifPresent(link -> {
            parts.events()
                    .write(
                            transaction,
                            AuthEvent.Type.IDENTITY_LINKED,
                            AuthEvents.About.user(owner.id()),
                            visitor.client(),
                            Map.of(
                                    "connection",
                                    connection.id().text(),
                                    "identity",
                                    link.id().text()));
            parts.mails()
                    .send(transaction, parts.letters().notice(visitor, owner, door, "mail.notice.identity-linked"));
        });
        return linked.<Linking>map(Linking.Done::new).orElseGet(() -> new Linking.Not(Why.LINKED_ELSEWHERE));
    }
}
