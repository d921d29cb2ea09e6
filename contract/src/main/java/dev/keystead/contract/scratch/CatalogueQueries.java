package dev.keystead.contract.scratch;

/// What PostgreSQL's catalogue is asked. Every answer is restricted to the objects given, so that it costs as
/// much as a migration is long, however many tables there are.
final class CatalogueQueries {
    private CatalogueQueries() {}

    private static final String OWN_SCHEMA = "n.nspname <> 'information_schema' and n.nspname !~ '^pg_'";

    /// The relations with one of these names, the tables of the indexes with one of these names, and the
    /// tables that inherit from them.
    static final String NAMED_RELATIONS = """
            with named as (
              select coalesce(i.indrelid, c.oid) as oid
              from pg_class c
              join pg_namespace n on n.oid = c.relnamespace
              left join pg_index i on i.indexrelid = c.oid
              where c.relname = any (?::name[]) and %s
            )
            select oid from named
            union
            select h.inhrelid from pg_inherits h join named on named.oid = h.inhparent
            """.formatted(OWN_SCHEMA);

    static final String ALL_RELATIONS = """
            select c.oid
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p', 'v', 'm') and %s
            """.formatted(OWN_SCHEMA);

    /// Answers one result for each part of [CatalogueReader], in one message. The first five are asked for
    /// relations.
    static final String DETAILS = """
            select c.oid, n.nspname, c.relname, c.relkind::text, c.relispartition, c.relrowsecurity,
              c.relforcerowsecurity, coalesce(t.description, '') as comment,
              coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1'],
                       false) as invoker
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            left join pg_description t on t.objoid = c.oid and t.classoid = 'pg_class'::regclass and t.objsubid = 0
            where c.oid = any (?) and c.relkind in ('r', 'p', 'v', 'm')
            ;
            select a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull,
              a.attgenerated::text, pg_get_expr(d.adbin, d.adrelid) as value,
              a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%' as counts,
              coalesce(t.description, '') as comment
            from pg_attribute a
            join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            left join pg_description t
              on t.objoid = a.attrelid and t.classoid = 'pg_class'::regclass and t.objsubid = a.attnum
            where a.attrelid = any (?) and a.attnum > 0 and not a.attisdropped
            order by a.attrelid, a.attnum
            ;
            select i.indrelid, c.relname, i.indisprimary, i.indisunique,
              exists (select from pg_constraint k
                      where k.conrelid = i.indrelid and k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
                as of_constraint,
              array(select pg_get_indexdef(i.indexrelid, k, true) from generate_series(1, i.indnkeyatts) k) as columns,
              pg_get_expr(i.indpred, i.indrelid) as condition,
              array(
                select distinct p.proname::text
                from regexp_matches(coalesce(i.indexprs::text, ''), ':(?:opfuncid|funcid) (\\d+)', 'g') m
                join pg_proc p on p.oid = m[1]::oid
                where not p.proleakproof
              ) || array(
                select o.opcname::text
                from unnest(i.indclass::oid[]) u
                join pg_opclass o on o.oid = u
                where m.amname <> 'btree' and not exists (
                  select from pg_amop a
                  join pg_operator x on x.oid = a.amopopr
                  join pg_proc p on p.oid = x.oprcode
                  where a.amopfamily = o.opcfamily and a.amoppurpose = 's' and p.proleakproof)
              ) as leaks
            from pg_index i
            join pg_class c on c.oid = i.indexrelid
            join pg_am m on m.oid = c.relam
            where i.indrelid = any (?)
            order by c.relname
            ;
            select k.conrelid, k.conname, k.contype::text,
              case when k.contype = 'c' then pg_get_expr(k.conbin, k.conrelid) end as condition,
              array(select a.attname::text from unnest(k.conkey) with ordinality u (num, place)
                    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num order by u.place) as columns,
              n.nspname as other_schema, f.relname as other_table,
              array(select a.attname::text from unnest(k.confkey) with ordinality u (num, place)
                    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num order by u.place) as others,
              k.confdeltype = 'c' as cascades
            from pg_constraint k
            left join pg_class f on f.oid = k.confrelid
            left join pg_namespace n on n.oid = f.relnamespace
            where k.conrelid = any (?) and k.contype in ('c', 'f') and k.conparentid = 0
            order by k.conname
            ;
            select p.polrelid, p.polname, p.polcmd::text, p.polpermissive,
              pg_get_expr(p.polqual, p.polrelid) as seen, pg_get_expr(p.polwithcheck, p.polrelid) as written,
              array(
                select distinct o.proname::text
                from regexp_matches(coalesce(p.polqual::text, ''), ':opfuncid (\\d+)', 'g') m
                join pg_proc o on o.oid = m[1]::oid
                where not o.proleakproof
              ) as leaks
            from pg_policy p
            where p.polrelid = any (?)
            order by p.polname
            """;

    private static final String ROUTINES = """
            select n.nspname, p.proname, pg_get_function_identity_arguments(p.oid) as arguments, p.prosecdef,
              exists (select from unnest(p.proconfig) c where c like 'search_path=%%') as pinned,
              coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
            from pg_proc p
            join pg_namespace n on n.oid = p.pronamespace
            where %s and %s
            """;

    static final String NAMED_ROUTINES = ROUTINES.formatted("p.proname = any (?::name[])", OWN_SCHEMA);

    /// Routines that an extension brought are not the team's own.
    static final String ALL_ROUTINES = ROUTINES.formatted(
            "not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')", OWN_SCHEMA);

    static final String SCHEMAS = """
            select n.nspname, coalesce(obj_description(n.oid, 'pg_namespace'), '')
            from pg_namespace n
            where %s
            """.formatted(OWN_SCHEMA);
}
