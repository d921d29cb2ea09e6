package dev.keystead.tenancy.testkit;

import java.util.Set;
import javax.sql.DataSource;

/// The module's tables.
///
/// @param superuser reads the catalogue and both parties' rows
/// @param app the role that the module serves requests with
/// @param schemas the schemas that are the module's
/// @param systemWide the closed list of tables (`schema.table`) that all tenants share by design
/// @param outliving tables that may keep the id of an erased user, such as a lineage without personal data
public record TestedDatabase(
        DataSource superuser, DataSource app, Set<String> schemas, Set<String> systemWide, Set<String> outliving) {
    public TestedDatabase {
        schemas = Set.copyOf(schemas);
        systemWide = Set.copyOf(systemWide);
        outliving = Set.copyOf(outliving);
    }
}
