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
import org.junit.jupiter.params.provider.ValueSource;

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

    /// The last file makes everything be read; each file before it is one whose traces could be missed.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "alter table parent add column later int; comment on column parent.later is 'Later.';",
                "alter table grandparent add column later int check (later > 0);",
                "alter table apart inherit parent;",
                "alter table child no inherit parent;",
                "alter table parts detach partition part;",
                "alter table parts attach partition loose for values from (10) to (20);",
                "alter table parts add column more int; create index on parts (more);",
                "alter table target set schema other;",
                "alter table target rename column id to key;",
                "create schema third create table inside (id uuid primary key);",
                "comment on schema other is 'Words.';",
                "drop index spelled;",
                "drop table child; drop view shown;",
                "create or replace view shown with (security_invoker = true) as select 2 as x;",
                "alter function answer() security definer;",
                "drop function answer();",
                "create or replace function answer() returns int language sql as 'select 3';",
                "alter policy wall on parent using (n > 1);",
                "drop policy wall on parent; alter table parent force row level security;",
                "alter table grandparent drop column n cascade;",
                "alter table parent alter column m type bigint;",
                "alter table target drop constraint target_pkey cascade;",
                "alter table parent add constraint u unique using index taken;",
                "set search_path to other; create table unqualified (id uuid);",
                "insert into parent (n) values (1) returning *;",
                "create index concurrently on target (name);",
                "discard all; create table after_discard (id uuid);",
                "deallocate all; begin; create table after_deallocate (id uuid); commit;"
            })
    void nothingThatAFileDoesIsMissed(String file) {
        List<Step> steps = apply(shared(Dialect.POSTGRES), """
                create schema other;
                create table grandparent (n int);
                create table parent (m int) inherits (grandparent);
                create table child (o int) inherits (parent);
                create table apart (o int, n int, m int);
                create table parts (id int primary key) partition by range (id);
                create table part partition of parts for values from (0) to (10);
                create table loose (id int primary key);
                create table target (id uuid primary key, name text not null default 'x', "order" int, total int
                  generated always as ("order" * 2) stored, num serial);
                create table source (target_id uuid references target (id) on delete cascade,
                  check (target_id is not null));
                create index plain on target ("order", name) include (total) where name <> '';
                create index spelled on target (lower(name), "order");
                create index hashed on target using hash (name);
                create unique index taken on parent (n);
                create view shown as select 1 as x;
                create function answer() returns int language sql as 'select 1';
                create policy wall on parent using (n > 0) with check (n > 0);
                """, file, "do $$ begin null; end $$;");
        assertThat(steps.stream().flatMap(step -> step.refused().stream())).isEmpty();
        assertThat(steps.getLast().before()).isEqualTo(steps.getLast().after());
    }

    @Test
    void rowsAreNoRefusalAndNoErrorPassesForRows() {
        Step step = apply(shared(Dialect.POSTGRES), """
                select 1;
                select repeat('x', 100000) from generate_series(1, 1000);
                do $$ begin raise exception 'hidden' using errcode = '0100E'; end $$;
                create table a (id uuid);
                insert into a values (null) returning id;
                """).getFirst();
        assertThat(refusedLines(step)).containsExactly(3);
        assertThat(step.after().tables().keySet()).containsExactly("a");
    }

    @Test
    void anIndexHasItsColumnsAsPostgresSpellsThem() {
        List<Step> steps = apply(shared(Dialect.POSTGRES), """
                create table a (id uuid primary key, "order" int, name text, dropped int, "Last" text unique);
                alter table a drop column dropped;
                create index a_1 on a ("order" desc, name) include (id);
                create index a_2 on a (lower(name), "Last");
                create index a_3 on a using hash (name);
                create table b (tenant uuid, a_id uuid references a (id), primary key (tenant, a_id));
                """);
        assertThat(table(steps, "a").indexes())
                .containsExactly(
                        new Index(
                                "a_1", false, false, false, List.of("\"order\"", "name"), Optional.empty(), List.of()),
                        new Index(
                                "a_2",
                                false,
                                false,
                                false,
                                List.of("lower(name)", "\"Last\""),
                                Optional.empty(),
                                List.of("lower")),
                        new Index("a_3", false, false, false, List.of("name"), Optional.empty(), List.of()),
                        new Index("a_Last_key", false, true, true, List.of("\"Last\""), Optional.empty(), List.of()),
                        new Index("a_pkey", true, true, true, List.of("id"), Optional.empty(), List.of()));
        assertThat(table(steps, "b").foreignKeys())
                .containsExactly(new ForeignKey("b_a_id_fkey", List.of("a_id"), "a", List.of("id"), false));
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
