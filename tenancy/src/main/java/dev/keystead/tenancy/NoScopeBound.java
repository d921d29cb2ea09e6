package dev.keystead.tenancy;

/// A statement was about to run on an axis that nobody bound. This is a bug in the caller, never a user's mistake.
public final class NoScopeBound extends IllegalStateException {
    NoScopeBound(String what) {
        super(what);
    }
}
