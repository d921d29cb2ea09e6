package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.tenancy.Parameters.Binding;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What is written comes back, in every type that a statement can carry.
final class RowTest {
    private static final Command INSERT = Command.tenant("fixture.row.insert", """
            insert into fixture.tenant_note
              (id, title, body, tags, blob, amount, size, flag, ref, note, made_at, tenant_id)
            values (?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """);

    private record Note(
            UUID id,
            String title,
            String body,
            List<String> tags,
            String blob,
            long amount,
            int size,
            boolean flag,
            Optional<UUID> ref,
            Optional<String> note,
            Optional<Instant> madeAt) {
        static Note of(Row row) {
            return new Note(
                    row.uuid("id"),
                    row.text("title"),
                    row.text("body"),
                    row.texts("tags"),
                    HexFormat.of().formatHex(row.bytes("blob")),
                    row.number("amount"),
                    row.integer("size"),
                    row.flag("flag"),
                    row.findUuid("ref"),
                    row.findText("note"),
                    row.findInstant("made_at"));
        }

        Binding binding() {
            return it -> it.uuid(id)
                    .text(title)
                    .text(body)
                    .texts(tags)
                    .bytes(HexFormat.of().parseHex(blob))
                    .number(amount)
                    .integer(size)
                    .flag(flag)
                    .uuid(ref.orElse(null))
                    .text(note.orElse(null))
                    .instant(madeAt.orElse(null));
        }
    }

    private static final Query<Note> LIST = Query.tenant(
            "fixture.row.list", "select * from fixture.tenant_note where tenant_id = ? order by title", Note::of);
    private static final Query<String> MISSING = Query.tenant(
            "fixture.row.missing", "select note from fixture.tenant_note where tenant_id = ?", row -> row.text("note"));

    @Test
    void everyTypeComesBack() {
        Fixture fixture = Fixture.create();
        var full = new Note(
                UuidV7.next(),
                "a 'quoted' é \\ ?",
                "{\"k\": [1, null]}",
                List.of("", "NULL", "a,b", "\"{}\\"),
                "00ff7f80",
                Long.MIN_VALUE,
                Integer.MAX_VALUE,
                true,
                Optional.of(UuidV7.next()),
                Optional.of(""),
                Optional.of(Instant.parse("1969-12-31T23:59:59.999999Z")));
        var empty = new Note(
                UuidV7.next(),
                "b",
                "{}",
                List.of(),
                "",
                0,
                0,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        Scope scope = Scope.tenant(UuidV7.next());
        try (HikariDataSource pool = fixture.appPool(1)) {
            var database = Database.of(pool, ScopePrefix.SET_CONFIG);
            scope.call(
                    () -> database.write(it -> it.update(INSERT, full.binding()) + it.update(INSERT, empty.binding())));
            assertThat(scope.call(() -> database.list(LIST, Binding.NONE))).containsExactly(full, empty);
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> scope.call(() -> database.list(MISSING, Binding.NONE)))
                    .withMessage("the column note is NULL");
        }
    }
}
