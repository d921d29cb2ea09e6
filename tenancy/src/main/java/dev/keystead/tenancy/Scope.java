package dev.keystead.tenancy;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/// Whose rows a piece of work may touch: at most one id on each [Axis], at least one in all.
///
/// A scope is bound for the length of a call with [#call] and read where a connection is taken. It is not inherited by
/// executors: work that is handed over must bind its own.
public final class Scope {
    /// Never issued to a real tenant: rows whose tenant is unknown are parked under it.
    public static final UUID ORPHAN = UUID.fromString("00000000-0000-5000-8000-000000000000");

    private static final UUID NIL = new UUID(0, 0);
    private static final ScopedValue<Scope> CURRENT = ScopedValue.newInstance();

    private final Map<Axis, UUID> ids;

    private Scope(Map<Axis, UUID> ids) {
        this.ids = ids;
    }

    public static Scope tenant(UUID id) {
        return of(Axis.TENANT, id);
    }

    public static Scope org(UUID id) {
        return of(Axis.ORG, id);
    }

    public static Scope project(UUID id) {
        return of(Axis.PROJECT, id);
    }

    public static Scope user(UUID id) {
        return of(Axis.USER, id);
    }

    private static Scope of(Axis axis, UUID id) {
        var ids = new EnumMap<Axis, UUID>(Axis.class);
        ids.put(axis, checked(axis, id));
        return new Scope(ids);
    }

    /// Whether an id is one that nothing real ever has.
    public static boolean isReserved(UUID id) {
        return id.equals(NIL) || id.equals(ORPHAN);
    }

    private static UUID checked(Axis axis, UUID id) {
        if (isReserved(id)) {
            throw new NoScopeBound("the reserved id " + id + " is no " + axis.word());
        }
        return id;
    }

    /// This scope with the ids of another added; where both have an axis, the other's id holds.
    public Scope and(Scope other) {
        var all = new EnumMap<>(ids);
        all.putAll(other.ids);
        return new Scope(all);
    }

    /// The id on an axis, or a refusal: work on an axis that is not bound must not reach the database.
    public UUID require(Axis axis) {
        UUID id = ids.get(axis);
        if (id == null) {
            throw new NoScopeBound("no " + axis.word() + " is bound; bound: " + this);
        }
        return id;
    }

    public Optional<UUID> find(Axis axis) {
        return Optional.ofNullable(ids.get(axis));
    }

    /// The scope bound around this call, or a refusal.
    public static Scope current() {
        if (!CURRENT.isBound()) {
            throw new NoScopeBound("no scope is bound");
        }
        return CURRENT.get();
    }

    /// The scope bound around this call, if any: for logs and for work that needs none.
    public static Optional<Scope> findCurrent() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /// Runs the work with this scope bound.
    public <T, X extends Throwable> T call(ScopedValue.CallableOp<? extends T, X> work) throws X {
        return ScopedValue.where(CURRENT, this).<T, X>call(work);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Scope scope && scope.ids.equals(ids);
    }

    @Override
    public int hashCode() {
        return ids.hashCode();
    }

    @Override
    public String toString() {
        return ids.entrySet().stream()
                .map(entry -> entry.getKey().word() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }
}
