package dev.keystead.platform.db;

import dev.keystead.platform.start.StartRefused;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/// Makes the installation's three roles and gives them no more than they need. Safe to run again.
final class Roles {
    private static final long PROVISIONING_LOCK = 0x6b657973_74656164L;

    private final DatabaseAccess access;

    Roles(DatabaseAccess access) {
        this.access = access;
    }

    void provision(Connection administrator) throws SQLException {
        try (Statement statement = administrator.createStatement()) {
            // Two nodes that start at once would trip over each other's roles; the lock only spares them that.
            statement.execute("select pg_advisory_lock(" + PROVISIONING_LOCK + ")");
            try {
                provision(administrator, statement);
            } finally {
                statement.execute("select pg_advisory_unlock(" + PROVISIONING_LOCK + ")");
            }
        }
    }

    private void provision(Connection administrator, Statement statement) throws SQLException {
        Set<String> present = present(administrator);
        String owner = quoted(statement, access.owner());
        String app = quoted(statement, access.app().user());
        String worker = quoted(statement, access.worker().user());
        String database = quoted(statement, administrator.getCatalog());
        if (!present.contains(access.owner())) {
            run(statement, "create role " + owner + " nologin");
        }
        run(statement, login(present, access.app(), app, "nobypassrls"));
        run(statement, login(present, access.worker(), worker, "bypassrls"));
        if (!isSuperuser(statement)) {
            run(statement, "grant " + owner + " to current_user");
        }
        run(statement, "revoke all on database " + database + " from public");
        run(statement, "grant connect, create on database " + database + " to " + owner);
        run(statement, "grant connect on database " + database + " to " + app + ", " + worker);
        run(statement, "create schema if not exists app authorization " + owner);
    }

    private static String login(Set<String> present, Login login, String role, String wall) {
        String verb = present.contains(login.user()) ? "alter role " : "create role ";
        // The attribute is named only when the role is made: altering it would need rights that are not needed
        // otherwise.
        String attributes = present.contains(login.user()) ? " login" : " login nosuperuser nocreatedb " + wall;
        return verb + role + attributes + " password '" + ScramVerifier.of(login.password()) + "'";
    }

    private Set<String> present(Connection administrator) throws SQLException {
        var present = new HashSet<String>();
        try (PreparedStatement roles =
                administrator.prepareStatement("select rolname from pg_roles where rolname in (?, ?, ?)")) {
            roles.setString(1, access.owner());
            roles.setString(2, access.app().user());
            roles.setString(3, access.worker().user());
            try (ResultSet rows = roles.executeQuery()) {
                while (rows.next()) {
                    present.add(rows.getString(1));
                }
            }
        }
        return present;
    }

    private static boolean isSuperuser(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("select rolsuper from pg_roles where rolname = current_user")) {
            return row.next() && row.getBoolean(1);
        }
    }

    private void run(Statement statement, String sql) throws SQLException {
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            if ("42501".equals(e.getSQLState())) {
                String withoutPassword = sql.replaceFirst(" password '.*", " password '…'");
                throw new StartRefused(
                        "The role " + access.administrator().map(Login::user).orElse("?") + " may not run: "
                                + withoutPassword + "; let a superuser of the database run it, then start again.",
                        e);
            }
            throw e;
        }
    }

    private static String quoted(Statement statement, String name) throws SQLException {
        return statement.enquoteIdentifier(name, true);
    }
}
