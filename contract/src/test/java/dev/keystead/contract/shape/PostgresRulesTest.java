package dev.keystead.contract.shape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import dev.keystead.contract.scratch.Scratch;
import dev.keystead.postgres.EmbeddedPostgres;
import dev.keystead.postgres.Progress;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.tenancy.migration.Migration;
import dev.keystead.tenancy.migration.MigrationFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PostgresRulesTest {
    private static final String PRELUDE = """
            create schema app;
            create table app._migrations (version text);
            create function app.current_tenant() returns uuid language sql stable
              as $$ select nullif(current_setting('app.current_tenant_id', true), '')::uuid $$;
            create function app.current_org() returns uuid language sql stable
              as $$ select nullif(current_setting('app.current_org_id', true), '')::uuid $$;
            create schema auth;
            comment on schema auth is '001 class: runtime.';
            create procedure app.comment_columns(t regclass) language plpgsql as $$
            declare c name;
            begin
              for c in select attname from pg_attribute where attrelid = t and attnum > 0 loop
                execute format('comment on column %s.%I is %L', t, c, 'What it is for.');
              end loop;
            end
            $$;
            """;

    private static final String ANEW = """
            drop schema if exists public cascade;
            drop schema if exists shop cascade;
            drop schema if exists auth cascade;
            drop schema if exists app cascade;
            create schema public;
            """ + PRELUDE;

    private static final Scratch SCRATCH = Scratch.open(settings(), Progress.silent());

    @AfterAll
    static void close() {
        SCRATCH.close();
    }

    /// One database serves all examples, emptied before each: making one takes longer than all the rest.
    private static List<String> findings(List<Migration> migrations) {
        Folder.apply(Folder.of(ANEW), settings(), SCRATCH);
        return Folder.findingsOf(Folder.apply(migrations, settings(), SCRATCH), settings());
    }

    static Settings settings() {
        EmbeddedPostgres server = TestPostgres.shared().server();
        String url = "postgresql://" + server.superuser() + ":" + server.superuserPassword() + "@127.0.0.1:"
                + server.port() + "/postgres";
        return new Settings(
                Dialect.POSTGRES,
                Optional.of(new Settings.ServerUrl(url)),
                1,
                Settings.TENANT_COLUMN,
                Map.of(),
                Optional.of(PRELUDE));
    }

    @ParameterizedTest
    @MethodSource("dev.keystead.contract.shape.PostgresExamples#all")
    void aBrokenRuleIsTheOnlyFindingAndPointsToItsLine(Example example) {
        assertThat(findings(example.broken())).containsExactly(Folder.expected(example.broken(), example.rule()));
    }

    @ParameterizedTest
    @MethodSource("dev.keystead.contract.shape.PostgresExamples#all")
    void whatKeepsTheRulesHasNoFindings(Example example) {
        assertThat(findings(example.sound())).isEmpty();
    }

    @Test
    void everyRuleOfTheDialectHasAnExample() {
        assertThat(PostgresExamples.all().map(Example::rule).distinct())
                .containsExactlyInAnyOrderElementsOf(ShapeRules.all().stream()
                        .filter(rule -> rule.dialects().contains(Dialect.POSTGRES))
                        .map(Rule::id)
                        // It takes two findings to break this one; SqliteRulesTest has it.
                        .filter(id -> !id.equals(TenancyRules.TENANT_TIGHTENED.id()))
                        .toList());
    }

    @Test
    void theServersOwnMigrationsHaveNoFindings() {
        var folder = MigrationFolder.read(Path.of("../server/src/main/resources/db/migration"));
        assertThat(folder.migrations()).isNotEmpty();
        Settings settings = settings();
        var bare = new Settings(
                settings.dialect(), settings.server(), 1, settings.tenantColumn(), Map.of(), Optional.empty());
        assertThat(Folder.findings(folder.migrations(), bare)).isEmpty();
    }
}
