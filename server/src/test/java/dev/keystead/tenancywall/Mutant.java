package dev.keystead.tenancywall;

import dev.keystead.tenancy.Axis;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One way of breaking the wall of one table, and how it is put right again.
record Mutant(String table, String what, String damage, String repair) {
    /// The ways that every table can be broken in, and those of each policy with both conditions.
    static final int PER_TABLE = 5;

    static final int PER_POLICY = 4;

    /// A table under row-level security, as the catalogue has it.
    private record Wall(String table, String owner, List<String> columns, List<Policy> policies) {}

    private record Policy(
            String table,
            String name,
            String head,
            @Nullable String using,
            @Nullable String check) {
        String drop() {
            return "drop policy %s on %s".formatted(name, table);
        }

        String create(@Nullable String seen, @Nullable String written) {
            return "create policy %s on %s %s%s%s"
                    .formatted(
                            name,
                            table,
                            head,
                            seen == null ? "" : " using (" + seen + ")",
                            written == null ? "" : " with check (" + written + ")");
        }

        String whole() {
            return create(using, check);
        }
    }

    /// The tables that are to be broken.
    private static final String WALLS = """
            select format('%I.%I', c.relnamespace::regnamespace, c.relname) as name, c.relowner::regrole::text as owner,
              (select string_agg(a.attname, ' ') from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
            from pg_class c
            where c.relrowsecurity
              and c.relkind in ('r', 'p')
              and not c.relispartition
            order by 1""";

    private static final String POLICIES = """
            select quote_ident(polname) as name, pg_get_expr(polqual, polrelid) as seen,
              pg_get_expr(polwithcheck, polrelid) as written,
              'as permissive for '
                || case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
                   else 'all' end
                || ' to ' || coalesce((select string_agg(r::regrole::text, ', ') from unnest(polroles) r where r <> 0),
                                      'public') as head
            from pg_policy
            where polrelid = ?::regclass
              and polpermissive
            order by 1""";

    /// Every mutant of every table that is under row-level security.
    ///
    /// @param keeper a role that the application's role is a member of, and that owns nothing yet
    static List<Mutant> all(Connection superuser, String keeper) throws SQLException {
        var mutants = new ArrayList<Mutant>();
        for (Wall wall : walls(superuser)) {
            mutants.addAll(ofTable(wall, keeper));
            wall.policies().forEach(policy -> mutants.addAll(ofPolicy(wall, policy)));
        }
        return mutants;
    }

    private static List<Mutant> ofTable(Wall wall, String keeper) {
        String alter = "alter table " + wall.table() + " ";
        return List.of(
                new Mutant(
                        wall.table(),
                        "row-level security switched off",
                        alter + "disable row level security",
                        alter + "enable row level security"),
                new Mutant(
                        wall.table(),
                        "row-level security not forced",
                        alter + "no force row level security",
                        alter + "force row level security"),
                new Mutant(
                        wall.table(),
                        "no policy",
                        wall.policies().stream().map(Policy::drop).collect(Collectors.joining("; ")),
                        wall.policies().stream().map(Policy::whole).collect(Collectors.joining("; "))),
                new Mutant(
                        wall.table(),
                        "a second policy that shows everything",
                        "create policy second on %s for select using (true)".formatted(wall.table()),
                        "drop policy second on " + wall.table()),
                new Mutant(
                        wall.table(),
                        "an owner that the application may become",
                        alter + "owner to " + keeper,
                        alter + "owner to " + wall.owner()));
    }

    private static List<Mutant> ofPolicy(Wall wall, Policy policy) {
        String drop = policy.drop() + "; ";
        String repair = drop + policy.whole();
        String elsewhere = elsewhere(wall);
        var mutants = new ArrayList<Mutant>();
        String of = " in " + policy.name();
        if (policy.using() != null) {
            mutants.add(new Mutant(
                    wall.table(), "USING (true)" + of, drop + policy.create("true", policy.check()), repair));
        }
        if (policy.check() != null) {
            mutants.add(new Mutant(
                    wall.table(), "WITH CHECK (true)" + of, drop + policy.create(policy.using(), "true"), repair));
        }
        if (policy.using() != null && policy.check() != null) {
            mutants.add(
                    new Mutant(wall.table(), "no WITH CHECK" + of, drop + policy.create(policy.using(), null), repair));
        }
        mutants.add(new Mutant(
                wall.table(),
                "the wrong axis" + of,
                drop
                        + policy.create(
                                policy.using() == null ? null : elsewhere, policy.check() == null ? null : elsewhere),
                repair));
        return mutants;
    }

    /// The table's own scope column, compared with what is bound on another axis.
    private static String elsewhere(Wall wall) {
        Axis own = Stream.of(Axis.values())
                .filter(axis -> wall.columns().contains(axis.column()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(wall.table() + " has no scope column"));
        Axis other = own == Axis.ORG ? Axis.TENANT : Axis.ORG;
        return "%s = nullif(current_setting('%s', true), '')::uuid".formatted(own.column(), other.setting());
    }

    private static List<Wall> walls(Connection superuser) throws SQLException {
        var walls = new ArrayList<Wall>();
        try (Statement statement = superuser.createStatement();
                ResultSet rows = statement.executeQuery(WALLS)) {
            while (rows.next()) {
                String table = rows.getString("name");
                walls.add(new Wall(
                        table,
                        rows.getString("owner"),
                        Arrays.asList(rows.getString("columns").split(" ", -1)),
                        policies(superuser, table)));
            }
        }
        return walls;
    }

    private static List<Policy> policies(Connection superuser, String table) throws SQLException {
        var policies = new ArrayList<Policy>();
        try (PreparedStatement statement = superuser.prepareStatement(POLICIES)) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    policies.add(new Policy(
                            table,
                            rows.getString("name"),
                            rows.getString("head"),
                            rows.getString("seen"),
                            rows.getString("written")));
                }
            }
        }
        return policies;
    }

    @Override
    public String toString() {
        return table + " with " + what;
    }
}
