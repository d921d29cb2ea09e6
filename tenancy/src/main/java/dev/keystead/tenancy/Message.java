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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Statements that travel to the server in one round trip, each behind the scope that it needs.
final class Message {
    private final ScopePrefix prefix;
    private final boolean worker;
    private final EnumMap<Axis, UUID> transaction;
    private final EnumMap<Axis, UUID> inForce;
    private final StringBuilder text = new StringBuilder();
    private final List<Part> parts = new ArrayList<>();

    /// One statement of the message: a scope's setting (`axis` alone) or a real one.
    private record Part(
            @Nullable Sql sql,
            @Nullable Axis axis,
            @Nullable Scope scope,
            Binding binding,
            @Nullable Answer<?> answer) {}

    /// @param transaction what the surrounding transaction has set so far; this message adds to it once the server
    ///     has it, so that a message which was never sent leaves nothing behind that later ones would rely on.
    Message(ScopePrefix prefix, boolean worker, EnumMap<Axis, UUID> transaction) {
        this.prefix = prefix;
        this.worker = worker;
        this.transaction = transaction;
        this.inForce = new EnumMap<>(transaction);
    }

    /// Adds statements whose answers are read when the message is sent.
    Message add(Questions questions, Optional<Scope> scope) {
        for (Questions.Question<?> question : questions.all()) {
            add(question.query(), scope, question.binding(), question.answer());
        }
        return this;
    }

    Message add(Sql sql, Optional<Scope> scope, Binding binding) {
        return add(sql, scope, binding, null);
    }

    private Message add(Sql sql, Optional<Scope> scope, Binding binding, @Nullable Answer<?> answer) {
        var unscoped = new Part(sql, null, scope.orElse(null), binding, answer);
        switch (sql.reach()) {
            case Sql.Reach.Along(Axis axis) -> addAlong(axis, sql, scope, binding, answer);
            case Sql.Reach.SystemWide() -> append(sql.text(), unscoped);
            case Sql.Reach.CrossTenant(String why) -> {
                if (!worker) {
                    throw new IllegalStateException(sql.id() + " crosses tenants (" + why + "): the worker's work");
                }
                append(sql.text(), unscoped);
            }
        }
        return this;
    }

    private void addAlong(Axis axis, Sql sql, Optional<Scope> scope, Binding binding, @Nullable Answer<?> answer) {
        Scope bound = scope.orElseThrow(() -> new NoScopeBound(sql.id() + " needs a scope and none is bound"));
        if (axis == Axis.PROJECT) {
            // A project is a part of a tenant, and its rows are kept apart by both.
            addSetting(Axis.TENANT, bound);
        }
        addSetting(axis, bound);
        append(sql.text(), new Part(sql, axis, bound, binding, answer));
    }

    private void addSetting(Axis axis, Scope bound) {
        UUID id = bound.require(axis);
        if (!id.equals(inForce.put(axis, id))) {
            append(prefix.text(axis), new Part(null, axis, bound, Binding.NONE, null));
        }
    }

    /// Ends the transaction in the same round trip.
    Message addCommit() {
        append("commit", new Part(null, null, null, Binding.NONE, null));
        return this;
    }

    private void append(String statement, Part part) {
        text.append(text.isEmpty() ? "" : ";\n").append(statement);
        parts.add(part);
    }

    /// Sends the message and leaves the statement at the result of its last part.
    PreparedStatement execute(Connection connection) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text.toString());
        try {
            int at = 1;
            for (Part part : parts) {
                at = bind(statement, part, at);
            }
            statement.execute();
            transaction.putAll(inForce);
            readAnswers(statement);
            return statement;
        } catch (Throwable thrown) {
            statement.close();
            throw thrown;
        }
    }

    /// Walks over the results, one for each part, and hands over those that were asked for.
    private void readAnswers(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) {
                statement.getMoreResults();
            }
            Answer<?> answer = parts.get(i).answer();
            if (answer != null) {
                answer.read(statement);
            }
        }
    }

    private static int bind(PreparedStatement statement, Part part, int first) {
        Scope scope = part.scope();
        Axis axis = part.axis();
        if (part.sql() == null && scope != null && axis != null) {
            // The setting itself: the same id, as text.
            String id = scope.require(axis).toString();
            return new Parameters(statement, Optional.of(scope), null, first)
                    .text(id)
                    .finish();
        }
        var parameters = new Parameters(statement, Optional.ofNullable(scope), axis, first);
        part.binding().bind(parameters);
        return parameters.finish();
    }

    /// The one sentence about a broken unique rule that its statements have between them; nothing when several do, for
    /// the server does not say which statement of a message failed.
    Optional<Sql.Conflict> conflict() {
        List<Sql.Conflict> sentences = parts.stream()
                .map(Part::sql)
                .flatMap(sql -> sql == null ? Stream.empty() : sql.conflict().stream())
                .distinct()
                .toList();
        return sentences.size() == 1 ? Optional.of(sentences.getFirst()) : Optional.empty();
    }

    /// The ids of its statements, for messages about failures.
    @Override
    public String toString() {
        return parts.stream()
                .map(Part::sql)
                .filter(sql -> sql != null)
                .map(Object::toString)
                .collect(Collectors.joining(", "));
    }
}
