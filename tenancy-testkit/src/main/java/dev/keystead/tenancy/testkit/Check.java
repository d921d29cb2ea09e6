package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/// The checks of the contract, and how a failure of one is told.
enum Check {
    T1,
    T2,
    T3,
    T4,
    T5,
    T6,
    T7,
    T8,
    T9,
    T10,
    T11,
    T12;

    /// The check of routes that an axis falls under.
    static Check ofRoutes(Axis axis) {
        return switch (axis) {
            case TENANT, PROJECT -> T3;
            case ORG -> T10;
            case USER -> T11;
        };
    }

    /// The check of tables that an axis falls under.
    static Check ofTables(Axis axis) {
        return switch (axis) {
            case TENANT, PROJECT -> T7;
            case ORG, USER -> T12;
        };
    }

    DynamicTest test(String what, Executable work) {
        return DynamicTest.dynamicTest(this + " " + what, work);
    }

    /// @param where the route, table or statement
    void require(boolean holds, String where, String wrong, String cure) {
        if (!holds) {
            throw new AssertionError(this + " " + where + ": " + wrong + ". " + cure + ".");
        }
    }
}
