package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;

/// A digest of a party's rows in every table, to see that nothing of its was touched.
record RowPrint(Map<String, String> digests) {
    static RowPrint of(Party party, Catalogue catalogue, DataSource superuser) {
        var digests = new TreeMap<String, String>();
        try (Connection connection = superuser.getConnection()) {
            for (GuardedTable table : catalogue.tables()) {
                for (Axis axis : table.columns()) {
                    UUID id = party.ids().get(axis);
                    if (id != null) {
                        digests.put(table.name() + " by " + axis.word(), digest(connection, table, axis, id));
                    }
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The rows of a party cannot be read: " + e.getMessage(), e);
        }
        return new RowPrint(digests);
    }

    private static String digest(Connection connection, GuardedTable table, Axis axis, UUID id) throws SQLException {
        String sql = "select count(*) || ' rows ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '')"
                + " from " + table.name() + " t where t." + axis.column() + "::text = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, id.toString());
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }
}
