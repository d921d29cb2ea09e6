package dev.keystead.contract.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Settings;
import dev.keystead.contract.TestFolder;
import dev.keystead.contract.report.SweepReport;
import dev.keystead.tenancy.migration.Migration;
import dev.keystead.tenancy.migration.MigrationFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 002 §9, computed: the migrations in `rfc0017` have exactly the drifts that it names.
final class SweepTest {
    private static final Settings FROM_0007 = Settings.of(Dialect.SQLITE).since(7);

    @TempDir
    Path path;

    private List<Sweep.Row> sweepOfTheFirst(int count) {
        var folder = new TestFolder(path);
        for (Migration migration :
                MigrationFolder.read(Path.of("src/test/resources/rfc0017")).migrations()) {
            if (migration.name().number() <= count) {
                folder.with(migration.name().file(), migration.sql());
            }
        }
        return Sweep.of(folder.locked().examined(FROM_0007));
    }

    private static Map<String, String> statuses(List<Sweep.Row> rows) {
        return rows.stream()
                .collect(Collectors.toMap(
                        row -> row.migration().substring(0, 4),
                        row -> row.status().words()));
    }

    @Test
    void theTableOfTheFirstSixIsThatOfTheDocument() {
        assertThat(SweepReport.markdown(sweepOfTheFirst(6))).isEqualTo("""
                | Migration | Status | Notes |
                | --- | --- | --- |
                | `0001_devices.sql` | superseded | devices is made anew by 0006_v2_tenant_schema.sql. No live drift. |
                | `0002_audit.sql` | superseded-with-drift | audit_log is made anew by 0006_v2_tenant_schema.sql in the \
                same shape. Drift carried forward: audit_log (002 §3.1), idx_audit_node (002 §4.1). |
                | `0003_enroll_audit.sql` | superseded | enroll_audit is made anew by 0006_v2_tenant_schema.sql. \
                No live drift. |
                | `0004_enroll_pubkey.sql` | conformant |  |
                | `0005_enroll_audit_hash.sql` | conformant |  |
                | `0006_v2_tenant_schema.sql` | partial drift | devices, tenants conform. Drift: audit_log (002 §3.1), \
                idx_audit_node (002 §4.1), enroll_audit.tenant_id (002 §3.4), idx_enroll_audit_ip (002 §4.1), \
                idx_enroll_audit_ip_hash (002 §4.3), idx_enroll_audit_token_h (002 §4.3), idx_enroll_audit_ts \
                (002 §4.1). Grandfathered: the contract counts from 0007. |
                """);
    }

    @Test
    void theFollowUpEndsAllDrift() {
        assertThat(statuses(sweepOfTheFirst(8)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "0001", "superseded",
                        "0002", "superseded",
                        "0003", "superseded",
                        "0004", "conformant",
                        "0005", "conformant",
                        "0006", "superseded",
                        "0007", "conformant",
                        "0008", "conformant"));
    }

    @Test
    void aTableThatBreaksTheContractByItselfIsDrift() {
        new TestFolder(path)
                .with("0001_things.sql", "-- A thing.\ncreate table things (id text not null primary key);\n")
                .locked();

        assertThat(Sweep.of(new TestFolder(path).examined(Settings.of(Dialect.SQLITE))))
                .singleElement()
                .isEqualTo(new Sweep.Row("0001_things.sql", Sweep.Status.DRIFT, "Drift: things (002 §3.1)."));
    }

    @Test
    void whatALaterMigrationMendsIsSuperseded() {
        new TestFolder(path)
                .with("0001_things.sql", """
                        -- A thing.
                        create table things (
                            tenant_id text not null,
                            id        text not null,
                            label     text not null,
                            primary key (tenant_id, id)
                        );
                        -- By label.
                        create index things_by_label on things (label);
                        """)
                .with("0002_things_index.sql", """
                        drop index things_by_label;
                        -- By label.
                        create index things_by_tenant_and_label on things (tenant_id, label);
                        """)
                .locked();

        assertThat(Sweep.of(new TestFolder(path).examined(Settings.of(Dialect.SQLITE))))
                .containsExactly(
                        new Sweep.Row(
                                "0001_things.sql",
                                Sweep.Status.SUPERSEDED,
                                "things_by_label is mended by 0002_things_index.sql. No live drift."),
                        new Sweep.Row("0002_things_index.sql", Sweep.Status.CONFORMANT, ""));
    }
}
