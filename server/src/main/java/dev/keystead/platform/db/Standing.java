package dev.keystead.platform.db;

import dev.keystead.platform.start.StartRefused;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// What the application's role is to the database. A role that could walk around the wall stops the start.
record Standing(boolean superuser, boolean bypassesRowSecurity, boolean owns) {
    static Standing of(Connection connection, String owner) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("""
                select r.rolsuper, r.rolbypassrls,
                       exists (select from pg_roles o where o.rolname = ? and pg_has_role(r.oid, o.oid, 'member'))
                       or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                                  where c.relowner = r.oid and n.nspname not like 'pg\\_%'
                                    and n.nspname <> 'information_schema')
                from pg_roles r
                where r.rolname = current_user""")) {
            statement.setString(1, owner);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Standing(row.getBoolean(1), row.getBoolean(2), row.getBoolean(3));
            }
        }
    }

    void refuseUnlessBehindTheWall(String role) {
        if (superuser) {
            throw refusal(role, "is a superuser", "alter role %s nosuperuser");
        }
        if (bypassesRowSecurity) {
            throw refusal(role, "has BYPASSRLS", "alter role %s nobypassrls");
        }
        if (owns) {
            throw refusal(role, "owns tables or is a member of their owner", "use a role that owns nothing");
        }
    }

    private static StartRefused refusal(String role, String what, String cure) {
        return new StartRefused("The application's role " + role + " " + what
                + ", so row-level security would not hold for it; " + cure.formatted(role) + ", then start again.");
    }
}
