package dev.keystead.contract.shape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Settings;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SqliteRulesTest {
    private static final Settings SETTINGS = Settings.of(Dialect.SQLITE);

    /// A table that is right but for one column.
    private static String with(String column) {
        return """
                -- Purpose: an example; schemas: Detail for detail_json, fine_us because seconds are too coarse.

                create table things (
                  tenant_id text not null,
                  id text not null,
                  %s, /*here*/
                  primary key (tenant_id, id)
                );
                """.formatted(column);
    }

    /// The same with the mark at the table.
    private static String atTable(String sql) {
        return sql.replace(Folder.HERE, "").replace("things (", "things ( /*here*/");
    }

    private static String audit(String columns) {
        return """
                -- Purpose: an example; payload_json holds EnrolPayload.

                create table enrol_audit (
                %s  check (json_valid(payload_json))
                );
                create index idx_enrol_audit_tenant_time on enrol_audit (tenant_id, event_at);
                """.formatted(columns);
    }

    private static final String AUDIT_COLUMNS = """
              audit_id text not null primary key,
              tenant_id text not null,
              event_at integer not null,
              actor_did text not null,
              event_type text not null,
              payload_json text not null,
              prev_audit_hash text not null,
            """;

    private static final String SHARED = """
            -- system-wide: words that every tenant shares
            create table things (
              id text not null primary key
            );
            """;

    static Stream<Example> examples() {
        return Stream.of(tenancy(), audits(), types(), conventions()).flatMap(List::stream);
    }

    private static List<Example> tenancy() {
        return List.of(
                Example.of(
                        "K002-2.2-applies",
                        "create table t (\n  tenant_id text not null primary key,\n  label text not nul /*here*/\n);\n",
                        "create table t (\n  tenant_id text not null primary key\n);\n"),
                Example.of(
                        "K002-3.1-tenant-column",
                        "create table things ( /*here*/\n  id text not null primary key\n);\n",
                        SHARED),
                Example.of("K002-3.1-tenant-first-key", """
                        create table things (
                          tenant_id text not null,
                          id text not null,
                          primary key (id, tenant_id) /*here*/
                        );
                        """, with("label text")),
                Example.of("K002-3.4-tenant-not-null", """
                        create table things (
                          tenant_id text, /*here*/
                          id text not null,
                          primary key (tenant_id, id)
                        );
                        """, with("label text")),
                Example.of(
                        "K002-4.1-tenant-first-index",
                        with("label text").replace(Folder.HERE, "")
                                + "create index things_by_label on things (label, tenant_id); /*here*/\n",
                        with("label text") + "create index things_by_label on things (tenant_id, label);\n"),
                Example.of(
                        "K002-4.1-tenant-first-index",
                        with("label text unique"),
                        with("label text, unique (tenant_id, label)")),
                Example.of(
                        "K002-4.3-digest-cited",
                        with("token_sha256 text").replace(Folder.HERE, "")
                                + "create unique index things_by_token on things (token_sha256); /*here*/\n",
                        with("token_sha256 text")
                                + "-- 002 §4.3 exception: SHA-256 is globally unique\n"
                                + "create unique index things_by_token on things (token_sha256);\n"),
                Example.of(
                        "K002-4.3-digest-cited",
                        with("token_sha256 text unique"),
                        with("token_sha256 text unique, -- §4.3 exception: SHA-256\n  label text")));
    }

    private static List<Example> audits() {
        String sound = audit(AUDIT_COLUMNS);
        return List.of(
                Example.of(
                        "K002-5.1-audit-columns",
                        sound.replace("event_type text not null,", "event_type text, /*here*/"),
                        sound),
                Example.of(
                        "K002-5.1-audit-columns",
                        sound.replace("  actor_did text not null,\n", "")
                                .replace("table enrol_audit (", "table enrol_audit ( /*here*/"),
                        audit(AUDIT_COLUMNS + "  device text,\n")),
                Example.of(
                        "K002-5.1-audit-scan-index",
                        sound.replace("(tenant_id, event_at);", "(tenant_id, event_type);")
                                .replace("create table enrol_audit (", "create table enrol_audit ( /*here*/"),
                        sound),
                Example.of(
                        "K002-5.2-no-source-ip",
                        audit(AUDIT_COLUMNS + "  source_ip text, /*here*/\n"),
                        audit(AUDIT_COLUMNS + "  source_ip_hash text,\n")),
                Example.of(
                        "K002-5.2-no-shadow",
                        audit(AUDIT_COLUMNS + "  actor text, /*here*/\n"),
                        audit(AUDIT_COLUMNS + "  actor_kind text,\n")));
    }

    private static List<Example> types() {
        return List.of(
                Example.of("K002-6.1-id-type", with("node_id integer"), with("node_id varchar(36)")),
                Example.of("K002-6.1-no-auto-increment", """
                        -- system-wide: an example
                        create table things (
                          id integer primary key autoincrement /*here*/
                        );
                        """, with("label text")),
                Example.of("K002-6.2-unix-seconds", with("seen_at text"), with("seen_at integer")),
                Example.of("K002-6.2-at-name", with("last_seen_unix integer"), with("last_seen_at integer")),
                Example.of("K002-6.2-no-ms", with("seen_ms integer"), with("seen_at integer")),
                Example.of("K002-6.2-us-justified", with("rough_us integer"), with("fine_us integer")),
                Example.of(
                        "K002-6.2-unixepoch",
                        with("made_at integer default (strftime('%s','now'))"),
                        with("made_at integer default (unixepoch())")),
                Example.of(
                        "K002-6.3-json-checked",
                        with("detail_json text"),
                        with("detail_json text check (json_valid(detail_json))")),
                Example.of(
                        "K002-6.3-json-name",
                        with("detail text check (json_valid(detail))"),
                        with("detail_json text check (JSON_VALID(\"detail_json\"))")),
                Example.of(
                        "K002-6.3-json-schema",
                        with("other_json text check (json_valid(other_json))"),
                        with("detail_json text check (json_valid(detail_json))")),
                Example.of(
                        "K002-6.4-boolean-checked",
                        with("is_on integer not null"),
                        with("is_on integer not null check (is_on in (0,1))")),
                Example.of(
                        "K002-6.4-boolean-name",
                        with("enabled integer check (enabled in (0, 1))"),
                        with("has_key integer check (has_key IN (0,1))")),
                Example.of(
                        "K002-6.4-boolean-name",
                        with("enabled text check (enabled in ('true','false'))"),
                        with("mode text check (mode in ('on','off'))")),
                Example.of("K002-7-region-key", atTable(with("jws text")), with("jws text, region_key_id text")));
    }

    private static List<Example> conventions() {
        String association = """
                create table a (tenant_id text not null, id text not null, primary key (tenant_id, id));
                create table b (tenant_id text not null, id text not null, primary key (tenant_id, id));
                create table a_to_b (
                  tenant_id text not null,
                  a_id text not null,
                  b_id text not null,
                  foreign key (tenant_id, a_id) references a (tenant_id, id),
                  foreign key (tenant_id, b_id) references b (tenant_id, id),
                  primary key (tenant_id, a_id, b_id)
                );
                """;
        return List.of(
                Example.of("K001-key-name", """
                        create table gadgets (
                          tenant_id text not null,
                          gadget_id text not null, /*here*/
                          primary key (tenant_id, gadget_id)
                        );
                        """, with("label text")),
                Example.of(
                        "K001-association-key",
                        association
                                .replace("  a_id text not null,", "  id text not null, /*here*/\n  a_id text not null,")
                                .replace("primary key (tenant_id, a_id, b_id)", "primary key (tenant_id, id)"),
                        association),
                Example.of(
                        "K001-integer-foreign-key",
                        with("parent integer references things (id)"),
                        with("parent text references things (id)")),
                Example.of(
                        "K001-expiry-column",
                        atTable(with("label text").replace("create table", "-- 001 class: runtime\ncreate table")),
                        runtime("expires_at integer not null")),
                Example.of(
                        "K001-expiry-index",
                        runtime("expires_at integer not null").replaceFirst("(?s)create index.*", ""),
                        runtime("expires_at integer not null")),
                Example.of(
                        "K000-live-unique",
                        with("deleted_at integer, label text").replace(Folder.HERE, "")
                                + "create unique index things_by_label on things (tenant_id, label); /*here*/\n",
                        with("deleted_at integer, label text")
                                + "create unique index things_by_label on things (tenant_id, label)"
                                + " where deleted_at is null;\n"),
                Example.of(
                        "K004-system-wide-reason",
                        SHARED.replace("words that every tenant shares", "").replace("things (", "things ( /*here*/"),
                        SHARED),
                Example.of(
                        "K004-system-wide-scoped",
                        SHARED.replace("things (", "things ( /*here*/").replace("id text", "user_id text,\n  id text"),
                        SHARED),
                Example.of(
                        "K004-personal-data",
                        SHARED.replace("things (", "things ( /*here*/").replace("id text", "email text,\n  id text"),
                        with("email text")));
    }

    private static String runtime(String expiry) {
        return with(expiry).replace("create table", "-- 001 class: runtime\ncreate table")
                + "create index things_by_expiry on things (expires_at);\n";
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aBrokenRuleIsTheOnlyFindingAndPointsToItsLine(Example example) {
        assertThat(Folder.findings(example.broken(), SETTINGS))
                .containsExactly(Folder.expected(example.broken(), example.rule()));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void whatKeepsTheRulesHasNoFindings(Example example) {
        assertThat(Folder.findings(example.sound(), SETTINGS)).isEmpty();
    }

    @Test
    void everyRuleOfTheDialectHasAnExample() {
        assertThat(examples().map(Example::rule).distinct())
                .containsExactlyInAnyOrderElementsOf(ShapeRules.all().stream()
                        .filter(rule -> rule.dialects().contains(Dialect.SQLITE))
                        .map(rule -> rule.id())
                        .filter(id -> !id.equals(TenancyRules.TENANT_TIGHTENED.id()))
                        .toList());
    }

    @Test
    void aTableThatIsTouchedMustBeTightened() {
        String loose =
                "create table things (\n  tenant_id text,\n  id text not null,\n  primary key (tenant_id, id)\n);\n";
        String touch = "\nalter table things add column label text;\n";
        assertThat(Folder.findings(Folder.of(loose, touch), SETTINGS.since(2)))
                .containsExactly("0001 line 2 K002-3.4-tenant-not-null", "0002 line 2 K002-3.4-tenant-tightened");
    }
}
