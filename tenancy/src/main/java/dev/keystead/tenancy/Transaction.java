package dev.keystead.tenancy;

import dev.keystead.tenancy.Parameters.Binding;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// One open transaction. It lives inside [Database#write] and must not be kept.
///
/// Statements run at once and answer; those given to [#atCommit] travel with the commit, so that recording what was
/// done (audit entries, events) costs no round trip of its own.
public final class Transaction {
    private final Session session;
    private final Optional<Scope> scope;

    /// What all views of the same transaction share.
    private record Session(
            Connection connection,
            ScopePrefix prefix,
            boolean worker,
            EnumMap<Axis, UUID> inForce,
            List<Consumer<Message>> deferred,
            List<Runnable> afterwards,
            List<DatabaseFailure> failures) {
        Message message() {
            return new Message(prefix, worker, inForce);
        }

        DatabaseFailure failed(Message message, SQLException cause) {
            var failure = new DatabaseFailure(message.toString(), message.conflict(), cause);
            failures.add(failure);
            return failure;
        }
    }

    Transaction(Connection connection, ScopePrefix prefix, Optional<Scope> scope, boolean worker) {
        this(
                new Session(
                        connection,
                        prefix,
                        worker,
                        new EnumMap<>(Axis.class),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>()),
                scope);
    }

    private Transaction(Session session, Optional<Scope> scope) {
        this.session = session;
        this.scope = scope;
    }

    /// The same transaction with further ids bound, for work that spans two scopes, such as an organisation making a
    /// workspace.
    public Transaction with(Scope further) {
        return new Transaction(
                session, Optional.of(scope.map(bound -> bound.and(further)).orElse(further)));
    }

    /// The scope that statements of this view run in.
    public Scope scope() {
        return scope.orElseThrow(() -> new NoScopeBound("no scope is bound"));
    }

    /// The only row of the answer, if there is one.
    public <R> Optional<R> find(Query<R> query, Binding binding) {
        return Database.only(query, list(query, binding));
    }

    public <R> List<R> list(Query<R> query, Binding binding) {
        Message message = session.message().add(query, scope, binding);
        try (PreparedStatement statement = message.execute(session.connection())) {
            return Database.rows(statement, query);
        } catch (SQLException e) {
            throw session.failed(message, e);
        }
    }

    /// Asks several questions in one round trip.
    public void ask(Questions questions) {
        Message message = session.message().add(questions, scope);
        try {
            message.execute(session.connection()).close();
        } catch (SQLException e) {
            throw session.failed(message, e);
        }
    }

    /// Changes rows and answers how many.
    public int update(Command command, Binding binding) {
        Message message = session.message().add(command, scope, binding);
        try (PreparedStatement statement = message.execute(session.connection())) {
            return statement.getUpdateCount();
        } catch (SQLException e) {
            throw session.failed(message, e);
        }
    }

    /// Leaves a change for the commit: same transaction, no round trip of its own, in the order given.
    public void atCommit(Command command, Binding binding) {
        session.deferred().add(message -> message.add(command, scope, binding));
    }

    /// Leaves questions for the commit. Their answers are there when the change is kept, which they are not to decide.
    public void askAtCommit(Questions questions) {
        session.deferred().add(message -> message.add(questions, scope));
    }

    /// Leaves something to do once the change is kept, such as forgetting a cached value. It must not fail, and is not
    /// done when the transaction is undone.
    public void afterCommit(Runnable forgetting) {
        session.afterwards().add(forgetting);
    }

    List<Runnable> afterwards() {
        return session.afterwards();
    }

    /// After a failure PostgreSQL undoes the whole transaction, also when it is asked to commit. A failure that the
    /// work caught is therefore thrown again here: what returns has been kept.
    void commit() throws SQLException {
        if (!session.failures().isEmpty()) {
            throw session.failures().getFirst();
        }
        if (session.deferred().isEmpty()) {
            session.connection().commit();
            return;
        }
        Message message = session.message();
        session.deferred().forEach(deferred -> deferred.accept(message));
        message.addCommit();
        try (PreparedStatement statement = message.execute(session.connection())) {
            statement.getUpdateCount();
        } catch (SQLException e) {
            throw new DatabaseFailure("committing " + message, message.conflict(), e);
        }
    }
}
