package dev.keystead.tenancy;

/// The four axes along which rows are kept apart. Each has its column and its transaction-local setting.
///
/// The project axis is the narrowest: a project is a part of a tenant, so work along it needs both bound.
public enum Axis {
    TENANT("tenant", "tenant_id", "app.current_tenant_id"),
    ORG("org", "org_id", "app.current_org_id"),
    PROJECT("project", "project_id", "app.current_project_id"),
    USER("user", "user_id", "app.current_user_id");

    private final String word;
    private final String column;
    private final String setting;

    Axis(String word, String column, String setting) {
        this.word = word;
        this.column = column;
        this.setting = setting;
    }

    /// The word for this axis in cache keys, logs and messages.
    public String word() {
        return word;
    }

    /// The column that discriminates rows on this axis.
    public String column() {
        return column;
    }

    /// The PostgreSQL setting that row-level security policies read.
    public String setting() {
        return setting;
    }
}
