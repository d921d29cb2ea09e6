package dev.keystead.contract.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Settings;
import dev.keystead.contract.Settings.ServerUrl;
import dev.keystead.contract.text.SqlText;
import dev.keystead.postgres.EmbeddedPostgres;
import dev.keystead.postgres.Progress;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.tenancy.migration.Migration;
import dev.keystead.tenancy.migration.MigrationName;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScratchTest {
    private static Settings on(Optional<ServerUrl> server, Dialect dialect, Optional<String> prelude) {
        return new Settings(dialect, server, 1, Settings.TENANT_COLUMN, Map.of(), prelude);
    }

    private static Settings shared(Dialect dialect) {
        EmbeddedPostgres server = TestPostgres.shared().server();
        var url = new ServerUrl("postgresql://" + server.superuser() + ":" + server.superuserPassword() + "@127.0.0.1:"
                + server.port() + "/postgres");
        return on(Optional.of(url), dialect, Optional.empty());
    }

    private static List<Step> apply(Settings settings, String... files) {
        try (Scratch scratch = Scratch.open(settings, Progress.silent())) {
            var steps = new ArrayList<Step>();
            for (String sql : files) {
                var migration = new Migration(new MigrationName(steps.size() + 1, "step"), sql, "");
                String filled = sql.replace("${reader}", "scratch_reader");
                steps.add(scratch.apply(migration, SqlText.statements(filled, settings.dialect())));
            }
            return steps;
        }
    }

    private static Table table(List<Step> steps, String name) {
        return Objects.requireNonNull(steps.getLast().after().tables().get(name));
    }

    private static List<Integer> refusedLines(Step step) {
        return step.refused().stream()
                .map(Finding::place)
                .map(place -> place.line())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aRefusedStatementIsAFindingAndWhatFollowsGoesOn(Dialect dialect) {
        List<Step> steps = apply(shared(dialect), """
                create table a (id text);
                create table b (
                  id text,
                  primary kee (id)
                );
                create table c (id text);
                """, "create table d (id text);");
        assertThat(refusedLines(steps.getFirst())).containsExactly(4);
        assertThat(steps.getLast().refused()).isEmpty();
        assertThat(steps.getLast().after().tables().keySet()).containsExactlyInAnyOrder("a", "c", "d");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void whatARefusedTransactionTakesAlongIsNotRefusedAgain(Dialect dialect) {
        Step step = apply(shared(dialect), "begin;\ncreate table a (id text);\ncreate tabel b (id text);\ncommit;\n")
                .getFirst();
        assertThat(refusedLines(step)).containsExactly(3);
    }

    @Test
    void readingWhatChangedIsAsGoodAsReadingEverythingInPostgres() {
        List<Step> steps = apply(
                shared(Dialect.POSTGRES),
                "create schema s; create table s.a (id uuid primary key, n int, constraint positive check (n > 0));"
                        + " create index a_n on s.a (n); create view v as select 1 as x;",
                "drop index s.a_n; comment on column s.a.n is 'Count.'; alter table s.a enable row level security;"
                        + " create policy p on s.a using (true);",
                "alter table s.a drop constraint positive; drop policy p on s.a; grant select on s.a to ${reader};",
                "create function touch() returns void language plpgsql as"
                        + " $$ begin execute 'alter table s.a add column hidden int'; end $$;"
                        + " create table t (x int); insert into t select 1 from (select touch()) q; drop view v;",
                "alter table s.a rename column n to m; create table s.b (a_id uuid references s.a (id));",
                "alter table s.a rename to c; comment on schema s is 'Renamed.';",
                "create table s.p (at timestamptz) partition by range (at);"
                        + " create table s.p1 partition of s.p for values from ('2026-01-01') to ('2027-01-01');",
                "create index concurrently on t (x);",
                "do $$ begin null; end $$;");
        assertThat(steps).allSatisfy(step -> assertThat(step.refused()).isEmpty());
        assertThat(steps.getLast().after()).isEqualTo(steps.getLast().before());
        assertThat(steps.getLast().after().tables().keySet())
                .containsExactlyInAnyOrder("s.c", "s.b", "s.p", "s.p1", "t");
        assertThat(table(steps, "s.c").has("hidden")).isTrue();
    }

    @Test
    void readingWhatChangedIsAsGoodAsReadingEverythingInSqlite() {
        List<Step> steps = apply(
                on(Optional.empty(), Dialect.SQLITE, Optional.empty()),
                "create table A (id text primary key, n integer check (n > 0), unique (n)); create index a_n on A (n);",
                "drop index a_n; alter table a add column label text;",
                "create table b (a_id text references a (id) on delete cascade); alter table a rename to c;",
                "select 1;");
        assertThat(steps).allSatisfy(step -> assertThat(step.refused()).isEmpty());
        assertThat(steps.getLast().after()).isEqualTo(steps.getLast().before());
        Table c = table(steps, "c");
        assertThat(c.columns().stream().map(Column::name)).containsExactly("id", "n", "label");
        assertThat(c.checks()).containsExactly("n > 0");
        assertThat(table(steps, "b").foreignKeys())
                .containsExactly(new ForeignKey("foreign key 0", List.of("a_id"), "c", List.of("id"), true));
    }

    @Test
    void aMigrationReachesNoFileThroughSqlite(@TempDir Path folder) {
        Path file = folder.resolve("stolen.db");
        Step step = apply(
                        on(Optional.empty(), Dialect.SQLITE, Optional.empty()),
                        "attach '" + file + "' as other;\nvacuum into '" + file + "';\n")
                .getFirst();
        assertThat(refusedLines(step)).containsExactly(1, 2);
        assertThat(file).doesNotExist();
    }

    @Test
    void aMigrationReachesNoProgramThroughTheEmbeddedPostgres() {
        Step step = apply(
                        on(Optional.empty(), Dialect.POSTGRES, Optional.empty()),
                        "copy (select 1) to program 'id';\ncreate extension file_fdw;\ncreate table a (id uuid);\n")
                .getFirst();
        assertThat(refusedLines(step)).containsExactly(1, 2);
        assertThat(step.after().tables().keySet()).containsExactly("a");
    }

    @Test
    void nothingIsLeftOnASharedServer() throws SQLException {
        apply(shared(Dialect.POSTGRES), "create table a (id uuid); grant select on a to ${reader};");
        try (Connection connection = TestPostgres.shared().server().connect("postgres");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        select datname from pg_database where datname like 'keystead_scratch%'
                        union all
                        select rolname from pg_roles where rolname = 'scratch_reader'
                        """)) {
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void aServerThatCannotBeHadIsASentence() {
        Settings nonsense = on(Optional.of(new ServerUrl("mysql://x")), Dialect.POSTGRES, Optional.empty());
        assertThatThrownBy(() -> Scratch.open(nonsense, Progress.silent()))
                .isInstanceOf(ScratchUnavailable.class)
                .hasMessageContaining("postgresql://user:password@host:port/database");
        Settings wrong = on(
                Optional.of(new ServerUrl("postgresql://nobody:geheim@127.0.0.1:"
                        + TestPostgres.shared().server().port() + "/postgres")),
                Dialect.POSTGRES,
                Optional.empty());
        assertThatThrownBy(() -> Scratch.open(wrong, Progress.silent()))
                .isInstanceOf(ScratchUnavailable.class)
                .hasMessageContaining("give an account that may create databases")
                .hasMessageNotContaining("geheim");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aPreludeThatDoesNotRunIsASentence(Dialect dialect) {
        Settings broken = on(shared(dialect).server(), dialect, Optional.of("create tabel x"));
        assertThatThrownBy(() -> Scratch.open(broken, Progress.silent()))
                .isInstanceOf(ScratchUnavailable.class)
                .hasMessageContaining("tabel");
    }
}
