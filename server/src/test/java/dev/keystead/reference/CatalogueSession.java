package dev.keystead.reference;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// One connection, and the deployment whose name begins the names of its roles.
record CatalogueSession(Connection connection, String deployment) {
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    <T> List<T> rows(String sql, Object parameter, Reader<T> reader) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, parameter);
            var all = new ArrayList<T>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    all.add(reader.read(rows));
                }
            }
            return all;
        }
    }

    /// The role as the pages call it, whatever the installation is called.
    String role(String name) {
        return name.startsWith(deployment + "_") ? "<" + name.substring(deployment.length() + 1) + ">" : name;
    }
}
