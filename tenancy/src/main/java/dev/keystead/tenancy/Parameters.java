package dev.keystead.tenancy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The values of a statement, in the order of its question marks, each sent with its type.
///
/// There is no way to send an untyped value here, and that is the point: see invariant 4 of the package.
public final class Parameters {
    private final PreparedStatement statement;
    private final Optional<Scope> scope;
    private final @Nullable Axis axis;
    private boolean scopeBound;
    private int next;

    Parameters(PreparedStatement statement, Optional<Scope> scope, @Nullable Axis axis, int first) {
        this.statement = statement;
        this.scope = scope;
        this.axis = axis;
        this.next = first;
    }

    /// Fills in the values of one statement.
    @FunctionalInterface
    public interface Binding {
        /// For statements whose only parameter is the axis's id.
        Binding NONE = parameters -> {};

        void bind(Parameters parameters);
    }

    /// Binds the axis's id where the binding did not, and tells the number of the next parameter.
    int finish() {
        if (axis != null && !scopeBound) {
            scope();
        }
        return next;
    }

    public Parameters uuid(@Nullable UUID value) {
        return value == null ? typedNull("uuid") : set(at -> statement.setObject(at, value));
    }

    public Parameters id(TypedId value) {
        return uuid(value.value());
    }

    public Parameters text(@Nullable String value) {
        return set(at -> {
            if (value == null) {
                statement.setNull(at, Types.VARCHAR);
            } else {
                statement.setString(at, value);
            }
        });
    }

    public Parameters integer(int value) {
        return set(at -> statement.setInt(at, value));
    }

    public Parameters number(long value) {
        return set(at -> statement.setLong(at, value));
    }

    public Parameters flag(boolean value) {
        return set(at -> statement.setBoolean(at, value));
    }

    public Parameters instant(@Nullable Instant value) {
        return value == null
                ? typedNull("timestamptz")
                : set(at -> statement.setObject(at, value.atOffset(ZoneOffset.UTC)));
    }

    public Parameters bytes(byte @Nullable [] value) {
        return value == null ? typedNull("bytea") : set(at -> statement.setBytes(at, value));
    }

    /// For a column of type `text[]`.
    public Parameters texts(List<String> values) {
        return array("text", values.toArray());
    }

    /// The same of one value of each thing, which may be none.
    public <T> Parameters nullableTexts(List<T> things, Function<T, @Nullable String> value) {
        return array("text", things.stream().map(value).toArray());
    }

    /// For a list of type `uuid[]`, made of one value of each thing.
    public <T> Parameters uuids(List<T> things, Function<T, @Nullable UUID> value) {
        return array("uuid", things.stream().map(value).toArray());
    }

    /// For a list of type `integer[]`, made of one value of each thing.
    public <T> Parameters integers(List<T> things, Function<T, Integer> value) {
        return array("integer", things.stream().map(value).toArray());
    }

    /// For a list of type `timestamptz[]`, made of one value of each thing.
    public <T> Parameters instants(List<T> things, Function<T, Instant> value) {
        return array("timestamptz", things.stream().map(value).toArray());
    }

    private Parameters array(String type, @Nullable Object[] values) {
        return set(at -> statement.setArray(at, statement.getConnection().createArrayOf(type, values)));
    }

    /// The id of the statement's own axis, for a statement whose last parameter is another one, such as a
    /// limit.
    public Parameters scope() {
        if (axis == null) {
            throw new NoScopeBound("this statement is on no axis");
        }
        scopeBound = true;
        return scope(axis);
    }

    /// The id of an axis, for a statement that needs one once more.
    public Parameters scope(Axis which) {
        return uuid(
                scope.orElseThrow(() -> new NoScopeBound("no scope is bound")).require(which));
    }

    private Parameters typedNull(String type) {
        return set(at -> statement.setNull(at, Types.OTHER, type));
    }

    private interface Setter {
        void set(int at) throws SQLException;
    }

    private Parameters set(Setter setter) {
        try {
            setter.set(next++);
            return this;
        } catch (SQLException e) {
            throw new DatabaseFailure("binding parameter " + (next - 1), e);
        }
    }
}
