package dev.keystead.contract.scratch;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What PostgreSQL's catalogue is asked. Each question is prepared once, so that asking it again costs no
/// planning. Except for those about all objects, an answer is restricted to the relations that were chosen: it
/// costs as much as a migration is long, however many tables there are.
enum CatalogueQuestion {
    /// Chooses the relations with one of these names, and those that inherit from them.
    NAMED_RELATIONS("(name[])", """
            with recursive family as (
              select c.oid
              from pg_class c
              join pg_namespace n on n.oid = c.relnamespace
              where c.relname = any ($1) and c.relkind in ('r', 'p', 'v', 'm') and %s
              union
              select h.inhrelid from pg_inherits h join family on family.oid = h.inhparent
            )
            select set_config('keystead.chosen', coalesce(array_agg(oid), '{}')::text, false) from family
            """),

    /// Chooses every table and view.
    ALL_RELATIONS("", """
            select set_config('keystead.chosen', coalesce(array_agg(c.oid), '{}')::text, false)
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p', 'v', 'm') and %s
            """),

    HEADS("", """
            select c.oid, n.nspname, c.relname, c.relkind::text, c.relispartition, c.relrowsecurity,
              c.relforcerowsecurity, coalesce(t.description, '') as comment,
              coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1'],
                       false) as invoker
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            left join pg_description t on t.objoid = c.oid and t.classoid = 'pg_class'::regclass and t.objsubid = 0
            where c.oid = any (%s) and c.relkind in ('r', 'p', 'v', 'm')
            """),

    COLUMNS("", """
            select a.attrelid, a.attnum, a.attname, quote_ident(a.attname) as quoted,
              format_type(a.atttypid, a.atttypmod) as type, a.attnotnull,
              a.attgenerated::text, pg_get_expr(d.adbin, d.adrelid) as value,
              a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%%' as counts,
              coalesce(t.description, '') as comment
            from pg_attribute a
            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            left join pg_description t
              on t.objoid = a.attrelid and t.classoid = 'pg_class'::regclass and t.objsubid = a.attnum
            where a.attrelid = any (%s) and a.attnum > 0 and not a.attisdropped
            order by a.attrelid, a.attnum
            """),

    /// Columns are told by their numbers, where there is no more to them than that.
    CONSTRAINTS("", """
            select k.conrelid, k.contype::text, k.conname, k.conindid,
              case when k.contype = 'c' then pg_get_expr(k.conbin, k.conrelid) end as condition,
              array_to_string(k.conkey, ' ') as columns,
              n.nspname as other_schema, f.relname as other_table,
              case when k.contype = 'f' then
                array(select a.attname::text from unnest(k.confkey) with ordinality u (num, place)
                      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num order by u.place)
              end as others,
              k.confdeltype = 'c' as cascades
            from pg_constraint k
            left join pg_class f on f.oid = k.confrelid
            left join pg_namespace n on n.oid = f.relnamespace
            where k.conrelid = any (%s)
              and (k.contype in ('p', 'u', 'x') or (k.contype in ('c', 'f') and k.conparentid = 0))
            order by k.conname
            """),

    /// Asked after the constraints, which tell whether an index is one's own.
    INDEXES("", """
            select i.indrelid, i.indexrelid, c.relname, i.indisprimary, i.indisunique, i.indnkeyatts,
              i.indkey::text as columns,
              case when i.indexprs is not null then
                array(select pg_get_indexdef(i.indexrelid, k, true) from generate_series(1, i.indnkeyatts) k)
              end as expressions,
              pg_get_expr(i.indpred, i.indrelid) as condition,
              case when i.indexprs is not null then
                array(
                  select distinct p.proname::text
                  from regexp_matches(i.indexprs::text, ':(?:opfuncid|funcid) (\\d+)', 'g') m
                  join pg_proc p on p.oid = m[1]::oid
                  where not p.proleakproof)
              end as leaking_functions,
              case when m.amname <> 'btree' then
                array(
                  select o.opcname::text
                  from unnest(i.indclass::oid[]) u
                  join pg_opclass o on o.oid = u
                  where not exists (
                    select from pg_amop a
                    join pg_operator x on x.oid = a.amopopr
                    join pg_proc p on p.oid = x.oprcode
                    where a.amopfamily = o.opcfamily and a.amoppurpose = 's' and p.proleakproof))
              end as leaking_operators
            from pg_index i
            join pg_class c on c.oid = i.indexrelid
            join pg_am m on m.oid = c.relam
            where i.indrelid = any (%s)
            order by c.relname
            """),

    POLICIES("", """
            select p.polrelid, p.polname, p.polcmd::text, p.polpermissive,
              pg_get_expr(p.polqual, p.polrelid) as seen, pg_get_expr(p.polwithcheck, p.polrelid) as written,
              array(
                select distinct o.proname::text
                from regexp_matches(coalesce(p.polqual::text, ''), ':opfuncid (\\d+)', 'g') m
                join pg_proc o on o.oid = m[1]::oid
                where not o.proleakproof
              ) as leaks
            from pg_policy p
            where p.polrelid = any (%s)
            order by p.polname
            """),

    NAMED_ROUTINES("(name[])", Sql.ROUTINES + "where p.proname = any ($1) and %s"),

    /// Routines that an extension brought are not the team's own.
    ALL_ROUTINES(
            "",
            Sql.ROUTINES
                    + "where not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') and %s"),

    SCHEMAS("", """
            select n.nspname, coalesce(obj_description(n.oid, 'pg_namespace'), '')
            from pg_namespace n
            where %s
            """);

    private final String parameters;
    private final String sql;

    /// @param sql with a place for the condition that restricts it: to own schemas, or to the chosen relations
    CatalogueQuestion(String parameters, String sql) {
        this.parameters = parameters;
        this.sql = sql.formatted(sql.contains("any (%s)") ? Sql.CHOSEN : Sql.OWN_SCHEMA);
    }

    /// The statements that prepare all questions, in place of any of their names that there may be.
    static String preparation() {
        return "deallocate all;"
                + Stream.of(values())
                        .map(question -> "prepare " + question.prepared() + question.parameters + " as " + question.sql)
                        .collect(Collectors.joining(";"));
    }

    /// The statement that asks.
    String asked() {
        return "execute " + prepared();
    }

    String asked(Collection<String> names) {
        return names.stream()
                .map(name -> "'" + name.replace("'", "''") + "'")
                .collect(Collectors.joining(",", "execute " + prepared() + "(array[", "]::name[])"));
    }

    private String prepared() {
        return "keystead_" + name().toLowerCase(Locale.ROOT);
    }

    /// What several questions have in common.
    private static final class Sql {
        static final String OWN_SCHEMA = "n.nspname <> 'information_schema' and n.nspname !~ '^pg_'";
        static final String CHOSEN = "(select current_setting('keystead.chosen'))::oid[]";

        static final String ROUTINES = """
                select n.nspname, p.proname, pg_get_function_identity_arguments(p.oid) as arguments, p.prosecdef,
                  exists (select from unnest(p.proconfig) c where c like 'search_path=%%') as pinned,
                  coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
                from pg_proc p
                join pg_namespace n on n.oid = p.pronamespace
                """;
    }
}
