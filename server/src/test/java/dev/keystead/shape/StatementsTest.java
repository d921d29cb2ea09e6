package dev.keystead.shape;

import static com.tngtech.archunit.core.domain.JavaStaticInitializer.STATIC_INITIALIZER_NAME;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.keystead.shape.Statements.Declared;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What every statement of the product keeps to, and that the sweep over them sees what does not.
class StatementsTest {
    private static final StatementSweep SWEEP = sweep();

    private static StatementSweep sweep() {
        try {
            return new StatementSweep(GrownDatabase.make());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        SWEEP.close();
    }

    static List<Declared> declared() {
        return Statements.declared();
    }

    @Test
    void idsAreUnique() {
        assertThat(Statements.all()).hasSizeGreaterThan(20).extracting(Sql::id).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("declared")
    void aStatementKeepsToItsSchemaItsScopeAndItsIndexes(Declared declared) {
        assertThat(SWEEP.findings(declared)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aStatementThatDoesNotIsRefused(Sql sql, String said) {
        String feature = sql.id().substring(0, sql.id().indexOf('.'));
        assertThat(SWEEP.findings(new Declared(feature, sql)))
                .anyMatch(finding -> finding.startsWith(sql.id() + ": " + said));
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                refused("PostgreSQL refuses it: ERROR: column \"nickname\" does not exist", """
                        select nickname from identity.users where tenant_id = ?"""),
                refused("PostgreSQL refuses it: ERROR: relation \"identity.persons\" does not exist", """
                        select id from identity.persons where tenant_id = ?"""),
                refused("names audit.entries, and directory has its tables in identity", """
                        select id from audit.entries where tenant_id = ?"""),
                refused("names audit.entries, and directory has its tables in identity", """
                        select u.id from identity.users u
                        where exists (select from audit.entries e where e.id = u.id and e.tenant_id = ?)
                          and u.tenant_id = ?"""),
                refused("reads identity.users without comparing its tenant_id", """
                        select id from identity.users where id = ?"""),
                refused("reads identity.users without comparing its tenant_id", """
                        select id from identity.users where id = ? or tenant_id = ?"""),
                refused("reads identity.users without comparing its tenant_id", """
                        select id from identity.users where tenant_id <> ?"""),
                refused("reads identity.users without comparing its tenant_id", """
                        select a.id from identity.users a join identity.users b on b.id = a.id where a.tenant_id = ?"""),
                refused("reads identity.users without comparing its tenant_id", """
                        select w.id from identity.workspaces w
                        where w.id in (select u.id from identity.users u) and w.tenant_id = ?"""),
                refused("reads identity.users without comparing its tenant_id", """
                        update identity.users set version = version + 1 where id = ?"""),
                refused("reads identity.users without comparing its tenant_id", """
                        update identity.workspaces w set name = u.email from identity.users u
                        where u.id = w.id and w.tenant_id = ?"""),
                refused("inserts into identity.workspaces another tenant_id", """
                        insert into identity.workspaces (id, org_id, slug, name, kind, status, version, created_at,
                            updated_at)
                        select org_id, org_id, slug, name, kind, status, version, created_at, updated_at
                        from identity.workspaces where tenant_id = ?"""),
                refused("reads identity.workspaces by Seq Scan, not by an index", """
                        select id from identity.workspaces where tenant_id::text = ?"""),
                refused("gives a column to lower(text), which is not leakproof", """
                        select id from identity.users where lower(email_key) = ? and tenant_id = ?"""),
                refused("gives a column to textlike(text,text), which is not leakproof", """
                        select id from identity.users where email_key like ? and tenant_id = ?"""),
                refused("gives a column to texticlike(text,text), which is not leakproof", """
                        select id from identity.users where email_key ilike ? and tenant_id = ?"""),
                refused("gives a column to textregexeq(text,text), which is not leakproof", """
                        select id from identity.users where email_key ~ ? and tenant_id = ?"""),
                Arguments.of(
                        query(
                                "audit.broken.json",
                                "select id from audit.entries where payload ->> ? = ? and tenant_id = ?"),
                        "gives a column to jsonb_object_field_text(jsonb,text), which is not leakproof"),
                Arguments.of(
                        query(
                                "audit.broken.holds",
                                "select id from audit.entries where payload @> ?::jsonb and tenant_id = ?"),
                        "gives a column to jsonb_contains(jsonb,jsonb), which is not leakproof"),
                refused("says now(", """
                        select id from identity.users where deleted_at < now() and tenant_id = ?"""),
                Arguments.of(
                        Query.systemWide(
                                "directory.broken.statement",
                                "select slug from identity.workspace_slugs where workspace_id = ?",
                                row -> row.text("slug")),
                        "reads identity.workspace_slugs by Seq Scan, not by an index"),
                Arguments.of(
                        Command.crossTenant(
                                "directory.broken.statement", "a fault", "delete from identity.users where locale = ?"),
                        "reads identity.users by Seq Scan, not by an index"));
    }

    private static Arguments refused(String said, String sql) {
        return Arguments.of(query("directory.broken.statement", sql), said);
    }

    private static Query<String> query(String id, String sql) {
        return Query.tenant(id, sql, row -> row.text("id"));
    }

    /// A statement that is made while the server runs could be made of what somebody sent. The one exception takes its
    /// names from the catalogue and from constants.
    @Test
    void statementsAreConstants() {
        List<String> makers = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.keystead").stream()
                        .filter(type -> !type.getPackageName().equals("dev.keystead.tenancy"))
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(StatementsTest::makesAStatement)
                        .filter(call -> !call.getOrigin().getName().equals(STATIC_INITIALIZER_NAME))
                        .map(call -> call.getOriginOwner().getSimpleName() + "."
                                + call.getOrigin().getName())
                        .distinct()
                        .toList();
        assertThat(makers).containsExactlyInAnyOrder("Table.delete", "Table.replace", "Table.read");
    }

    private static boolean makesAStatement(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(Sql.class)
                && call.getTarget().getRawReturnType().isAssignableTo(Sql.class)
                && !call.getName().equals("onConflict");
    }

    @Test
    void anAlternativeIsNoConjunct() {
        assertThat(Conjuncts.of("((a = $1) AND (tenant_id = $2))")).containsExactly("a = $1", "tenant_id = $2");
        assertThat(Conjuncts.of("((a = $1) OR (tenant_id = $2))")).noneMatch("tenant_id = $2"::equals);
        assertThat(Conjuncts.of("(tenant_id = $2)")).containsExactly("tenant_id = $2");
        assertThat(Conjuncts.of("((a = $1) AND ((b = $2) OR (tenant_id = $2)))"))
                .noneMatch("tenant_id = $2"::equals);
    }
}
