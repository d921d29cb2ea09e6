package dev.keystead.shape;

import dev.keystead.tenancy.migration.Migration;
import dev.keystead.tenancy.migration.MigrationCheck;
import dev.keystead.tenancy.migration.MigrationFolder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The closed list of tables that all tenants share: each says why in its migration, right above itself.
public final class SystemWide {
    private static final Pattern COMMENT = Pattern.compile("-- system-wide: (.+)\ncreate table (\\S+)");

    private SystemWide() {}

    /// Why a table has no guard, by `schema.table`.
    public static Map<String, String> tables() {
        var found = new TreeMap<String, String>();
        for (Migration file : migrations()) {
            Matcher comment = COMMENT.matcher(file.sql());
            while (comment.find()) {
                found.put(comment.group(2), comment.group(1).strip());
            }
        }
        return found;
    }

    /// The migrations of the product, in order.
    public static List<Migration> migrations() {
        var folder = MigrationFolder.read(SystemWide.class.getClassLoader(), "db/migration");
        return switch (MigrationCheck.of(folder)) {
            case MigrationCheck.Sound sound -> sound.migrations();
            case MigrationCheck.Broken broken -> throw new IllegalStateException(broken.sentences());
        };
    }
}
