package dev.keystead.contract.shape;

import java.util.List;
import java.util.stream.Stream;

/// The rules of the PostgreSQL dialect, each broken once and kept once. [PostgresRulesTest] makes what they
/// stand on.
final class PostgresExamples {
    private PostgresExamples() {}

    /// A table that is right but for one column, its indexes, and what stands below it.
    private static String with(String column, String indexes) {
        return """
                create table things (
                  tenant_id uuid not null,
                  id uuid not null,
                  %s, /*here*/
                  primary key (tenant_id, id)
                );
                %s
                """.formatted(column, indexes) + WALL;
    }

    private static String with(String column) {
        return with(column, "");
    }

    private static final String WALL = """
            comment on table things is 'Things. Scope: tenant. 001 class: config. Retention: none.';
            call app.comment_columns('things');
            alter table things enable row level security;
            alter table things force row level security;
            create policy wall on things
              using (tenant_id = app.current_tenant())
              with check (tenant_id = app.current_tenant());
            """;

    private static final String SOUND = with("label text");
    private static final String UNMARKED = SOUND.replace(Folder.HERE, "");

    private static String indexed(String column, String index) {
        return with(column, index).replace(", /*here*/", ",");
    }

    private static String inAuth(String column, String indexes) {
        return with(column, indexes)
                .replace("001 class: config", "001 class: runtime")
                .replace("table things", "table auth.things")
                .replace("on things", "on auth.things")
                .replace("'things'", "'auth.things'");
    }

    static Stream<Example> all() {
        return Stream.of(tenancy(), types(), conventions(), wall(), plans()).flatMap(List::stream);
    }

    private static final String SHARED = """
            -- system-wide: words that every tenant shares
            create table things (
              id uuid not null primary key
            );
            comment on table things is 'Words. Scope: system-wide. 001 class: config. Retention: none.';
            call app.comment_columns('things');
            """;

    private static String atTable(String sql) {
        return sql.replace(Folder.HERE, "").replace("things (\n", "things ( /*here*/\n");
    }

    private static String atPolicy(String sql) {
        return sql.replace(Folder.HERE, "")
                .replace("create policy wall on things", "create policy wall on things /*here*/");
    }

    private static List<Example> tenancy() {
        String parts = """
                create table parts (
                  tenant_id uuid not null,
                  id uuid not null,
                  thing_hash bytea,
                  foreign key (tenant_id, id) references things (tenant_id, id),
                  primary key (tenant_id, id)
                );
                """ + WALL.replace("things", "parts");
        String hashed = indexed("key_hash bytea", "create unique index on things (key_hash); -- §4.3 exception: HMAC");
        String twoAxes =
                """
                create table things (
                  org_id uuid not null,
                  id uuid not null,
                  tenant_id uuid, /*here*/
                  primary key (org_id, id)
                );
                create index on things (tenant_id);
                """ + WALL.replace("app.current_tenant())", "app.current_tenant() or org_id = app.current_org())");
        return List.of(
                Example.of(
                        "K002-2.2-applies",
                        indexed("label text", "create index on things (\n  nothing(label)); /*here*/"),
                        indexed("label text", "create index concurrently on things (tenant_id, label);")),
                Example.of(
                        "K002-3.1-tenant-column",
                        atTable(SHARED.replace("-- system-wide: words that every tenant shares\n", "")),
                        SHARED),
                Example.of(
                        "K002-3.1-tenant-first-key",
                        indexed("label text", "create index on things (tenant_id);")
                                .replace("primary key (tenant_id, id)", "primary key (id) /*here*/"),
                        SOUND),
                new Example(
                        "K002-3.1-tenant-foreign-key",
                        Folder.of(
                                hashed,
                                parts.replace(
                                        "foreign key (tenant_id, id) references things (tenant_id, id)",
                                        "foreign key (thing_hash) references things (key_hash) /*here*/")),
                        Folder.of(hashed, parts)),
                Example.of(
                        "K002-3.4-tenant-not-null",
                        twoAxes,
                        twoAxes.replace("tenant_id uuid,", "tenant_id uuid not null,")),
                Example.of(
                        "K002-3.4-tenant-not-null",
                        twoAxes,
                        twoAxes.replace(
                                "tenant_id uuid,",
                                "tenant_id uuid, kind text, check ((tenant_id is null) = (kind = 'org')),")),
                Example.of(
                        "K002-4.1-tenant-first-index",
                        indexed("label text", "create index things_by_label on things (label, tenant_id); /*here*/"),
                        indexed("label text", "create index things_by_label on things (tenant_id, label);")),
                Example.of(
                        "K002-4.1-tenant-first-index",
                        indexed("label text", "create index on things (label); /*here*/"),
                        indexed("label text", "create index on things (tenant_id, label);")),
                Example.of(
                        "K002-4.1-tenant-first-index",
                        with("label text unique"),
                        with("label text, unique (tenant_id, label)")),
                Example.of(
                        "K002-4.3-digest-cited",
                        indexed("key_hash bytea", "create unique index things_by_key on things (key_hash); /*here*/"),
                        hashed));
    }

    private static List<Example> types() {
        return List.of(
                Example.of("K002-6.1-id-type", with("node_id char(26)"), with("node_id text")),
                Example.of("K002-6.1-no-auto-increment", with("line_id bigserial"), with("line bigserial")),
                Example.of("K002-6.2-timestamptz", with("seen_at bigint"), with("seen_at timestamptz")),
                Example.of("K002-6.2-at-name", with("last_seen timestamptz"), with("born_on date")),
                Example.of("K002-6.3-native-json", with("detail json"), with("detail jsonb")),
                Example.of("K002-6.4-native-boolean", with("is_on integer"), with("is_on boolean")),
                Example.of(
                        "K002-6.4-native-boolean",
                        with("mode text check (mode in ('true', 'false'))"),
                        with("mode text check (mode in ('on', 'off'))")),
                Example.of(
                        "K002-7-region-key",
                        with("region_key_id uuid, jws text"),
                        with("region_key_id text, jws text")));
    }

    private static List<Example> conventions() {
        String audit = with("event_at bigint not null, actor_did text not null, event_type text not null,"
                        + " payload jsonb not null, prev_audit_hash text not null,\n  source_hash text")
                .replace("things", "things_audit");
        String expiring = inAuth("expires_at timestamptz not null", "create index on auth.things (expires_at);");
        String association = with("a_id uuid not null, b_id uuid not null,"
                        + " foreign key (tenant_id, a_id) references things (tenant_id, id),"
                        + " foreign key (tenant_id, b_id) references things (tenant_id, id)")
                .replace("things (\n", "pairs (\n")
                .replace("'things'", "'pairs'")
                .replace("on things", "on pairs")
                .replace("table things", "table pairs")
                .replace(", /*here*/", ",");
        String schema = SOUND.replace("things", "shop.things").replace("Shop.things", "things");
        return List.of(
                Example.of(
                        "K002-5.1-audit-columns",
                        atTable(audit.replace(" event_type text not null,", "")).replace("audit (", "audit ( /*here*/"),
                        audit),
                Example.of(
                        "K002-5.2-no-source-ip",
                        audit.replace("source_hash", "source_ip"),
                        audit.replace("source_hash", "source_ip_hash")),
                Example.of(
                        "K002-6.3-native-json",
                        audit.replace(",\n  source_hash text", "").replace("payload jsonb", "payload_json text"),
                        audit.replace(
                                "payload jsonb not null",
                                "payload_json text not null check (jsonb_typeof(payload_json::jsonb) = 'object')")),
                Example.of(
                        "K001-key-name",
                        UNMARKED.replace("  id uuid not null", "  thing_id uuid not null /*here*/")
                                .replace("(tenant_id, id)", "(tenant_id, thing_id)"),
                        SOUND),
                new Example(
                        "K001-association-key",
                        Folder.of(
                                UNMARKED,
                                association.replace("id uuid not null,\n  a_id", "id uuid not null, /*here*/\n  a_id")),
                        Folder.of(
                                UNMARKED,
                                association
                                        .replace("  id uuid not null,\n", "")
                                        .replace(
                                                "primary key (tenant_id, id)", "primary key (tenant_id, a_id, b_id)"))),
                Example.of(
                        "K001-integer-foreign-key",
                        with("line integer, unique (tenant_id, line),\n  foreign key (tenant_id, above)"
                                + " references things (tenant_id, line),\n  above integer"),
                        SOUND),
                Example.of(
                        "K001-expiry-column",
                        inAuth("expires_at timestamptz", "create index on auth.things (expires_at);"),
                        expiring),
                Example.of("K001-expiry-index", inAuth("expires_at timestamptz not null", ""), expiring),
                new Example(
                        "K001-runtime-alone",
                        Folder.of(
                                UNMARKED,
                                inAuth(
                                        "expires_at timestamptz not null, foreign key (tenant_id, id) references"
                                                + " public.things (tenant_id, id)",
                                        "create index on auth.things (expires_at);")),
                        Folder.of(UNMARKED, expiring)),
                Example.of(
                        "K001-schema-class",
                        "create schema shop; /*here*/\n" + schema.replace(Folder.HERE, ""),
                        "create schema shop; comment on schema shop is '001 class: config.';\n" + schema),
                Example.of("K001-table-comment", atTable(SOUND.replace("Scope: tenant.", "")), SOUND),
                Example.of("K001-column-comment", SOUND + "comment on column things.label is null;\n", SOUND),
                Example.of(
                        "K000-live-unique",
                        indexed(
                                "deleted_at timestamptz, is_home boolean not null",
                                "create unique index things_home on things (tenant_id) where is_home; /*here*/"),
                        indexed(
                                "deleted_at timestamptz, is_home boolean not null,"
                                        + " check (deleted_at is null or not is_home)",
                                "create unique index things_home on things (tenant_id) where is_home;")),
                Example.of(
                        "K000-live-unique",
                        indexed(
                                "deleted_at timestamptz, label text",
                                "create unique index things_by_label on things (tenant_id, label); /*here*/"),
                        indexed(
                                "deleted_at timestamptz, label text",
                                "create unique index on things (tenant_id, label) where deleted_at is null;")));
    }

    private static List<Example> wall() {
        String forInsert = atPolicy(SOUND.replace("on things\n", "on things for insert\n")
                .replace("  using (tenant_id = app.current_tenant())\n", ""));
        return List.of(
                Example.of(
                        "K004-rls-enabled",
                        atTable(SOUND.replace("alter table things enable row level security;", "")),
                        SOUND),
                Example.of(
                        "K004-rls-forced",
                        atTable(SOUND.replace("alter table things force row level security;", "")),
                        SOUND),
                Example.of("K004-policy", atTable(SOUND.replaceFirst("(?s)create policy.*", "")), SOUND),
                Example.of(
                        "K004-policy-both-ways",
                        atPolicy(SOUND.replace("\n  with check (tenant_id = app.current_tenant())", "")),
                        forInsert),
                Example.of(
                        "K004-policy-scope",
                        atPolicy(SOUND.replace("with check (tenant_id = app.current_tenant())", "with check (true)")),
                        SOUND.replace(
                                "app.current_tenant()",
                                "nullif(current_setting('app.current_tenant_id', true), '')::uuid")),
                Example.of(
                        "K004-system-wide-reason",
                        atTable(SHARED.replace("words that every tenant shares", "")),
                        SHARED),
                Example.of(
                        "K004-system-wide-scoped",
                        atTable(SHARED.replace("id uuid not", "org_id uuid,\n  id uuid not")),
                        SHARED),
                Example.of(
                        "K004-personal-data",
                        atTable(SHARED.replace("id uuid not", "password_hash text,\n  id uuid not")),
                        with("password_hash text")),
                Example.of(
                        "K004-view-invoker",
                        UNMARKED + "create view seen as select * from things; /*here*/\n",
                        SOUND + "create view seen with (security_invoker = true) as select * from things;\n"),
                Example.of(
                        "K004-view-invoker",
                        UNMARKED + "create materialized view seen as select * from things; /*here*/\n",
                        SOUND),
                Example.of(
                        "K004-definer-pinned",
                        "create function f() returns int language sql security definer as $$ select 1 $$; /*here*/\n",
                        "create function f() returns int language sql security definer set search_path = pg_catalog"
                                + " as $$ select 1 $$;\n"));
    }

    private static List<Example> plans() {
        String byOrg = with("org_id uuid")
                .replace("app.current_tenant())", "app.current_tenant() or org_id = app.current_org())");
        String insideTenant = with("project_id uuid not null")
                .replace(
                        "app.current_tenant())",
                        "app.current_tenant()"
                                + " and project_id = nullif(current_setting('app.current_project_id', true), '')::uuid)");
        return List.of(
                Example.of(
                        "K004-T8-scope-index",
                        byOrg,
                        byOrg.replace("comment on table", "create index on things (org_id);\ncomment on table")),
                Example.of("K004-T8-scope-index", byOrg, insideTenant),
                Example.of(
                        "K004-T8-policy-indexable",
                        atPolicy(SOUND.replace(
                                "tenant_id = app.current_tenant()",
                                "tenant_id::text = current_setting('app.current_tenant_id', true)")),
                        SOUND),
                Example.of(
                        "K004-T8-policy-indexable",
                        atPolicy(SOUND.replace(
                                "using (tenant_id = app.current_tenant()",
                                "using (tenant_id = app.current_tenant() and label ~ 'x'")),
                        SOUND),
                Example.of(
                        "K004-T8-index-leakproof",
                        indexed("label text", "create index on things (tenant_id, lower(label)); /*here*/"),
                        indexed("label text", "create index on things (tenant_id, label collate \"C\");")));
    }
}
