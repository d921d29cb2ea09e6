package dev.keystead.tenancy;

import java.util.Optional;

/// A statement that changes rows and answers how many. Its last `?` is the axis's id, as in [Query].
public final class Command implements Sql {
    private final Parts parts;

    private Command(Parts parts) {
        this.parts = parts;
    }

    public static Command tenant(String id, String text) {
        return new Command(Parts.of(id, new Reach.Along(Axis.TENANT), text));
    }

    public static Command org(String id, String text) {
        return new Command(Parts.of(id, new Reach.Along(Axis.ORG), text));
    }

    public static Command project(String id, String text) {
        return new Command(Parts.of(id, new Reach.Along(Axis.PROJECT), text));
    }

    public static Command user(String id, String text) {
        return new Command(Parts.of(id, new Reach.Along(Axis.USER), text));
    }

    /// On a table of the closed list that has no row-level security.
    public static Command systemWide(String id, String text) {
        return new Command(Parts.of(id, new Reach.SystemWide(), text));
    }

    /// Over many tenants, on the worker's connection only.
    public static Command crossTenant(String id, String why, String text) {
        return new Command(Parts.of(id, new Reach.CrossTenant(why), text));
    }

    /// The same statement with a sentence for the person whose change breaks a unique rule.
    public Command onConflict(String message) {
        return new Command(parts.onConflict(new Conflict(message, Optional.empty())));
    }

    /// The same with a word for programs as well.
    public Command onConflict(String message, Enum<?> reason) {
        return new Command(parts.onConflict(new Conflict(message, Optional.of(reason.name()))));
    }

    @Override
    public Parts parts() {
        return parts;
    }

    @Override
    public String toString() {
        return parts.id();
    }
}
