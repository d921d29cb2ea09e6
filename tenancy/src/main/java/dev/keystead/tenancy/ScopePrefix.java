package dev.keystead.tenancy;

/// How PostgreSQL is told whose rows a transaction may touch. Both forms are transaction-local.
public enum ScopePrefix {
    /// For plain PostgreSQL, and the cheaper of the two.
    SET_CONFIG("select set_config('", "', ?, true)"),
    /// For Citus, which carries a `SET LOCAL` to its workers only when a procedure issues it.
    CALL("call app.set_scope('", "', ?)");

    private final String before;
    private final String after;

    ScopePrefix(String before, String after) {
        this.before = before;
        this.after = after;
    }

    String text(Axis axis) {
        return before + axis.setting() + after;
    }
}
