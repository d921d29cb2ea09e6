package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.DynamicTest;

/// T9: when the retention is over, no table with a user's id in it still has a row of an erased user.
final class ErasureChecks {
    private final TenancySubject subject;

    ErasureChecks(TenancySubject subject) {
        this.subject = subject;
    }

    List<DynamicTest> erasedIsGone() {
        return subject.erasure().stream()
                .map(erasure -> Check.T9.test("erasing a user", () -> {
                    UUID user = erasure.createUser();
                    Check.T9.require(
                            !rowsOf(user).isEmpty(),
                            "erasing a user",
                            "the user made for it has no row in any table with a user_id",
                            "Give the user something that must go, or leave the erasure out of the subject");
                    erasure.erase(user);
                    Map<String, Long> left = rowsOf(user);
                    Check.T9.require(
                            left.isEmpty(),
                            "erasing a user",
                            "rows are left after the retention: " + left,
                            "Delete them in the clean-up, or list the table as one that may keep the id");
                }))
                .toList();
    }

    /// How many rows each table has of the user; tables without any are left out.
    private Map<String, Long> rowsOf(UUID user) throws SQLException {
        var counts = new TreeMap<String, Long>();
        Catalogue catalogue = Catalogue.read(subject.database());
        try (Connection connection = subject.database().superuser().getConnection()) {
            for (GuardedTable table : catalogue.tables()) {
                if (table.columns().contains(Axis.USER)
                        && !subject.database().outliving().contains(table.name())) {
                    long rows = count(connection, table, user);
                    if (rows > 0) {
                        counts.put(table.name(), rows);
                    }
                }
            }
        }
        return counts;
    }

    private static long count(Connection connection, GuardedTable table, UUID user) throws SQLException {
        String sql = "select count(*) from " + table.name() + " where " + Axis.USER.column() + "::text = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, user.toString());
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
