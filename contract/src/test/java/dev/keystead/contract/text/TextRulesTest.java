package dev.keystead.contract.text;

import static dev.keystead.contract.Dialect.POSTGRES;
import static dev.keystead.contract.Dialect.SQLITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Settings;
import dev.keystead.tenancy.migration.MigrationFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// For each rule the smallest file that breaks it, and its neighbour that does not.
final class TextRulesTest {
    private static final String HEADER = """
            -- Purpose: people.
            -- Tables: users.
            -- Scope: tenant.
            -- Retention class: user.
            -- Rollback: drop table users.

            """;

    @TempDir
    Path folder;

    private List<String> found(Dialect dialect, String file, String sql) throws IOException {
        return found(Settings.of(dialect), file, sql);
    }

    private List<String> found(Settings settings, String file, String sql) throws IOException {
        Files.writeString(folder.resolve(file), sql);
        List<MigrationText> texts = MigrationFolder.read(folder).migrations().stream()
                .map(migration -> MigrationText.of(migration, settings.dialect(), new Placeholders(Map.of())))
                .toList();
        List<Finding> findings = TextRules.check(texts, settings);
        Files.delete(folder.resolve(file));
        return findings.stream()
                .map(finding -> finding.place().line() + " " + finding.rule().id() + " " + finding.subject())
                .toList();
    }

    private List<String> inPostgres(String sql) throws IOException {
        return found(POSTGRES, "0001_users.sql", HEADER + sql);
    }

    private List<String> inSqlite(String sql) throws IOException {
        return found(SQLITE, "0001_users.sql", sql);
    }

    @Test
    void aSummaryNamesWhatComes() throws IOException {
        assertThat(found(SQLITE, "0001_add_users.sql", "select 1;"))
                .containsExactly("1 K002-2.1-summary 0001_add_users.sql");
        assertThat(found(SQLITE, "0001_address_book.sql", "select 1;")).isEmpty();
    }

    @Test
    void theOpeningBlockHasFiveFacts() throws IOException {
        assertThat(found(POSTGRES, "0001_users.sql", HEADER.replace("-- Scope: tenant.\n", "") + "select 1;"))
                .containsExactly("1 KDM-3-header-facts 0001_users.sql");
        assertThat(found(POSTGRES, "0001_users.sql", HEADER.replace("people.", "") + "select 1;"))
                .containsExactly("1 KDM-3-header-facts 0001_users.sql");
        assertThat(found(POSTGRES, "0001_users.sql", "select 1;\n" + HEADER))
                .as("facts below a statement are no opening block")
                .containsExactly("1 KDM-3-header-facts 0001_users.sql");
        assertThat(found(
                        POSTGRES,
                        "0001_users.sql",
                        "/*\n * " + HEADER.strip().replace("-- ", "").replace("\n", "\n * ") + "\n */"))
                .as("a block comment will do")
                .isEmpty();
        assertThat(inSqlite("select 1;")).isEmpty();
    }

    @Test
    void theScopeIsAnAxisOrSystemWideForAReason() throws IOException {
        assertThat(found(POSTGRES, "0001_users.sql", HEADER.replace("tenant", "anything")))
                .containsExactly("1 KDM-3-header-scope 0001_users.sql");
        assertThat(found(POSTGRES, "0001_users.sql", HEADER.replace("tenant.", "system-wide.")))
                .containsExactly("1 KDM-3-header-scope 0001_users.sql");
        assertThat(found(POSTGRES, "0001_users.sql", HEADER.replace("tenant.", "system-wide: read before sign-in.")))
                .isEmpty();
    }

    @Test
    void anAuditTableHasOneRetentionClass() throws IOException {
        String table = "-- What happened.\ncreate table token_audit (audit_id text);";

        assertThat(inSqlite("-- Tokens.\n\n" + table)).containsExactly("4 K002-5.3-retention-class token_audit");
        assertThat(inSqlite("-- Retention: transient or operational.\n\n" + table))
                .containsExactly("4 K002-5.3-retention-class token_audit");
        assertThat(inSqlite("-- Retention class: forensic_short (90 d).\n\n" + table))
                .isEmpty();
        assertThat(inSqlite("-- Words.\ncreate table audited (id text);")).isEmpty();
        assertThat(found(Settings.of(SQLITE).since(2), "0001_users.sql", "-- Tokens.\n\n" + table))
                .as("asked of new audit tables only")
                .isEmpty();
    }

    @Test
    void whatDestroysSaysSo() throws IOException {
        assertThat(inPostgres("drop table old_users;")).containsExactly("7 K002-8-destructive 0001_users.sql");
        assertThat(found(
                        POSTGRES,
                        "0001_users.sql",
                        HEADER.replace("drop table users", "DESTRUCTIVE: allowed by the owner")
                                + "drop table old_users;"))
                .isEmpty();
    }

    @Test
    void tablesAndIndexesAreExplained() throws IOException {
        assertThat(inSqlite("select 1;\n\ncreate table t (a text);\ncreate index i on t (a);"))
                .containsExactly("3 K001-comment-above t", "4 K001-comment-above i");
        assertThat(inSqlite("-- A thing.\ncreate table t (a text);\n-- By a.\ncreate index i on t (a);"))
                .isEmpty();
        assertThat(inPostgres("create table t (a text);\ncomment on table t is 'A thing.';"))
                .isEmpty();
    }

    @Test
    void indexesAndPoliciesStandUnderTheirTable() throws IOException {
        String two = "-- A.\ncreate table a (x text);\n-- B.\ncreate table b (x text);\n";

        assertThat(inPostgres(two + "-- By x.\ncreate index i on a (x);\ncreate policy p on a using (true);"))
                .containsExactly("12 K001-index-under-table i", "13 KDM-3-policy-under-table p");
        assertThat(inPostgres(two + "-- By x.\ncreate index i on b (x);\n-- By x.\ncreate index j on elsewhere (x);"))
                .isEmpty();
    }

    @Test
    void definitionsAndRowsAreNotMixed() throws IOException {
        assertThat(inPostgres("-- A.\ncreate table a (x text);\ninsert into a values ('x');"))
                .containsExactly("9 KDM-3-one-family 0001_users.sql");
        assertThat(inPostgres("insert into a values ('x');")).isEmpty();
    }

    @Test
    void theTenantIsTheLastParameter() throws IOException {
        assertThat(inPostgres("prepare a as select x from t where tenant_id = $1\n and id = $2;"))
                .containsExactly("7 K001-tenant-last tenant_id");
        assertThat(inPostgres("prepare a as select x from t where id = $1 and t.tenant_id = $2;"))
                .isEmpty();
        assertThat(inPostgres("prepare a as insert into t (tenant_id, id) values ($1, $2);"))
                .containsExactly("7 K001-tenant-last tenant_id");
        assertThat(inPostgres("prepare a as insert into t (id, tenant_id) values ($1, $2);"))
                .isEmpty();
        assertThat(inPostgres("""
                create function f(uuid, uuid) returns bigint language sql as $$
                    select count(*) from t
                    where tenant_id = $1 and id = $2
                $$;""")).containsExactly("9 K001-tenant-last tenant_id");
    }

    @Test
    void personalDataIsNotSelectedWhole() throws IOException {
        String table = "-- People.\ncreate table users (id text, email text);\n-- Numbers.\ncreate table n (a text);\n";

        assertThat(inPostgres(table + "create view v as select * from users;"))
                .containsExactly("11 K004-select-star users");
        assertThat(inPostgres(table + "create view v as select * from (select * from public.users) x where true;"))
                .containsExactly("11 K004-select-star users");
        assertThat(inPostgres(table
                        + "create view v as select * from users where id = 'x';\ncreate view w as select * from n;"))
                .isEmpty();
    }

    @Test
    void placeholdersAreFilledWithTheirValueOrAScratchName() {
        var placeholders = new Placeholders(Map.of("app", "shop_app"));

        assertThat(placeholders.fill("grant select on t to ${app}, ${worker}; -- $app ${ no }"))
                .isEqualTo("grant select on t to shop_app, scratch_worker; -- $app ${ no }");
        assertThat(Placeholders.isPlain("x'; drop table t; --")).isFalse();
        assertThat(Placeholders.isPlain("example.org")).isTrue();
    }
}
