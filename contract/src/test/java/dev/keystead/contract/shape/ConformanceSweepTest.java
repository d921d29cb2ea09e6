package dev.keystead.contract.shape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Settings;
import dev.keystead.contract.Severity;
import dev.keystead.tenancy.migration.Migration;
import dev.keystead.tenancy.migration.MigrationFolder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// 002 §9: eight migrations with exactly the drifts that it names, and their cure.
class ConformanceSweepTest {
    private static final Settings FROM_0007 = Settings.of(Dialect.SQLITE).since(7);

    private static List<Migration> upTo(int number) {
        return MigrationFolder.read(Path.of("src/test/resources/rfc0017")).migrations().stream()
                .filter(migration -> migration.name().number() <= number)
                .toList();
    }

    private static String line(Finding finding) {
        return finding.place().line() + " " + finding.rule().id() + " " + finding.subject();
    }

    @Test
    void theDriftOfTheFirstSixIsWhatTheSweepNames() {
        List<Finding> findings = ShapeRules.check(Folder.apply(upTo(6), FROM_0007), FROM_0007);
        assertThat(findings).allSatisfy(finding -> {
            assertThat(finding.place().file()).isEqualTo("0006_v2_tenant_schema.sql");
            assertThat(finding.severity()).isEqualTo(Severity.NOTE);
            assertThat(finding.message()).endsWith("(grandfathered)");
        });
        assertThat(findings.stream().map(ConformanceSweepTest::line))
                .containsExactlyInAnyOrder(
                        "33 K002-3.4-tenant-not-null enroll_audit.tenant_id",
                        "44 K002-4.1-tenant-first-index idx_enroll_audit_ts",
                        "46 K002-4.3-digest-cited idx_enroll_audit_token_h",
                        "48 K002-4.1-tenant-first-index idx_enroll_audit_ip",
                        "50 K002-4.3-digest-cited idx_enroll_audit_ip_hash",
                        "53 K002-3.1-tenant-column audit_log",
                        "61 K002-4.1-tenant-first-index idx_audit_node");
    }

    @Test
    void withoutGrandfatheringTheSameDriftIsAnErrorAndNewRulesAskToo() {
        Settings fromTheStart = Settings.of(Dialect.SQLITE);
        List<Finding> findings = ShapeRules.check(Folder.apply(upTo(6), fromTheStart), fromTheStart);
        assertThat(findings)
                .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.ERROR));
        assertThat(findings.stream().map(finding -> finding.rule().id()))
                .contains("K002-4.1-tenant-first-index", "K002-6.2-no-ms", "K002-5.1-audit-columns");
    }

    @Test
    void theFollowUpCuresEverything() {
        assertThat(ShapeRules.check(Folder.apply(upTo(8), FROM_0007), FROM_0007))
                .isEmpty();
    }

    @Test
    void everyDriftKnowsWhoBroughtAndWhoEndedIt() {
        assertThat(ShapeRules.drifts(Folder.apply(upTo(8), FROM_0007), FROM_0007).stream()
                        .map(drift -> drift.broughtBy().digits() + " to "
                                + drift.endedBy().orElseThrow().digits() + " "
                                + drift.finding().rule().id() + " "
                                + drift.finding().subject()))
                .containsExactlyInAnyOrder(
                        "0001 to 0006 K002-3.1-tenant-column devices",
                        "0002 to 0006 K002-3.1-tenant-column audit_log",
                        "0002 to 0006 K002-4.1-tenant-first-index idx_audit_node",
                        "0003 to 0006 K002-3.1-tenant-column enroll_audit",
                        "0006 to 0008 K002-3.4-tenant-not-null enroll_audit.tenant_id",
                        "0006 to 0008 K002-4.1-tenant-first-index idx_enroll_audit_ts",
                        "0006 to 0008 K002-4.3-digest-cited idx_enroll_audit_token_h",
                        "0006 to 0008 K002-4.1-tenant-first-index idx_enroll_audit_ip",
                        "0006 to 0008 K002-4.3-digest-cited idx_enroll_audit_ip_hash",
                        "0006 to 0008 K002-3.1-tenant-column audit_log",
                        "0006 to 0008 K002-4.1-tenant-first-index idx_audit_node");
    }
}
