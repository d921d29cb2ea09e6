package dev.keystead.tenancy;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One row of an answer, read by column name. A NULL where none may be is a bug and says which column.
public final class Row {
    private final ResultSet results;

    Row(ResultSet results) {
        this.results = results;
    }

    public UUID uuid(String column) {
        return present(column, read(() -> results.getObject(column, UUID.class)));
    }

    public Optional<UUID> findUuid(String column) {
        return Optional.ofNullable(read(() -> results.getObject(column, UUID.class)));
    }

    public String text(String column) {
        return present(column, read(() -> results.getString(column)));
    }

    public Optional<String> findText(String column) {
        return Optional.ofNullable(read(() -> results.getString(column)));
    }

    public Instant instant(String column) {
        return present(column, read(() -> results.getObject(column, OffsetDateTime.class)))
                .toInstant();
    }

    public Optional<Instant> findInstant(String column) {
        return Optional.ofNullable(read(() -> results.getObject(column, OffsetDateTime.class)))
                .map(OffsetDateTime::toInstant);
    }

    public int integer(String column) {
        return present(column, read(() -> results.getObject(column, Integer.class)));
    }

    public Optional<Integer> findInteger(String column) {
        return Optional.ofNullable(read(() -> results.getObject(column, Integer.class)));
    }

    public long number(String column) {
        return present(column, read(() -> results.getObject(column, Long.class)));
    }

    public Optional<Long> findNumber(String column) {
        return Optional.ofNullable(read(() -> results.getObject(column, Long.class)));
    }

    public boolean flag(String column) {
        return present(column, read(() -> results.getObject(column, Boolean.class)));
    }

    public byte[] bytes(String column) {
        return present(column, read(() -> results.getBytes(column)));
    }

    public Optional<byte[]> findBytes(String column) {
        return Optional.ofNullable(read(() -> results.getBytes(column)));
    }

    public List<String> texts(String column) {
        Array array = present(column, read(() -> results.getArray(column)));
        return List.of(present(column, read(() -> (String[]) array.getArray())));
    }

    private static <T> T present(String column, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the column " + column + " is NULL");
        }
        return value;
    }

    private interface Read<T extends @Nullable Object> {
        T value() throws SQLException;
    }

    private static <T extends @Nullable Object> T read(Read<T> read) {
        try {
            return read.value();
        } catch (SQLException e) {
            throw new DatabaseFailure("reading a row", e);
        }
    }
}
