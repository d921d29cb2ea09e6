package dev.keystead.contract.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Settings;
import dev.keystead.contract.TestFolder;
import dev.keystead.tenancy.migration.MigrationFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChecklistTest {
    private static final String TENANTS = """
            -- Who the tenants are (RFC-0012).
            create table tenants (
                tenant_id  text not null primary key,
                created_at integer not null
            );
            """;

    @TempDir
    Path path;

    private Checklist of(int number) {
        return Checklist.of(new TestFolder(path).examined(Settings.of(Dialect.SQLITE)), number)
                .orElseThrow();
    }

    @Test
    void whatIsKnownIsTickedAndTheRestLeftOpen() {
        new TestFolder(path).with("0001_tenants.sql", TENANTS).locked();
        String sha256 = MigrationFolder.read(path).migrations().getFirst().sha256();

        assertThat(of(1).text()).isEqualTo("""
                ## Migration PR Checklist (RFC-0017 §8)
                - [x] SQL file: `migrations/0001_tenants.sql` (matches §2.1 grammar)
                - [x] _migrations.lock updated; new SHA-256: %s
                - [x] Tenant-scoping (§3): conformant
                - [x] Indexing (§4): conformant
                - [x] Audit-table (§5): N/A
                - [x] Type rules (§6): conformant
                - [ ] Test fixture updated: <path/to/fixture> OR <"none affected">
                - [x] Rollback plan: drop table tenants
                - [x] Affected RFCs cross-linked: RFC-0012
                """.formatted(sha256));
        assertThat(of(1).isClean()).isTrue();
    }

    @Test
    void anItemThatDoesNotHoldSaysWhy() {
        new TestFolder(path)
                .with("0001_tenants.sql", TENANTS)
                .with("0002_audit.sql", "-- What happened.\ncreate table token_audit (audit_id text);\n");

        assertThat(of(2).isClean()).isFalse();
        assertThat(of(2).text().lines())
                .contains("- [ ] Audit-table (§5):")
                .contains("      line 2: token_audit has no retention class in the opening comment block."
                        + " (K002-5.3-retention-class)")
                .anyMatch(line -> line.startsWith("- [ ] _migrations.lock updated"))
                .contains("- [ ] Affected RFCs cross-linked");
    }

    @Test
    void whatDestroysAsksForItsAuthorisation() {
        new TestFolder(path)
                .with("0001_tenants.sql", TENANTS)
                .with("0002_no_tenants.sql", "drop table tenants;\n")
                .locked();

        assertThat(of(2).text().lines()).contains("- [ ] Rollback plan: `DESTRUCTIVE — no rollback`");
    }

    @Test
    void theWayBackIsTheReverseOfTheWay() {
        new TestFolder(path)
                .with("0001_tenants.sql", TENANTS)
                .with("0002_names.sql", """
                        alter table tenants add column label text;
                        -- By label.
                        create index tenants_by_label on tenants (label);
                        """)
                .locked();

        assertThat(of(2).text().lines())
                .contains("- [x] Rollback plan: drop index tenants_by_label; alter table tenants drop column label");
    }

    @Test
    void aNumberThatIsNotThereHasNoChecklist() {
        assertThat(Checklist.of(new TestFolder(path).examined(Settings.of(Dialect.SQLITE)), 7))
                .isEmpty();
    }
}
