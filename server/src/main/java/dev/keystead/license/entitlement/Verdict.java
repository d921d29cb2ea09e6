package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.LicenseId;
import dev.keystead.node.NodeId;
import java.util.Optional;

/// Whether a node may use a module, why, and by what.
///
/// @param dependency the module that it needs and the node may not use, if that is the reason
/// @param source the licence that decided, and where it is; nothing when none did, or when it is always on
public record Verdict(String module, Reason reason, Optional<String> dependency, Optional<Source> source) {
    /// Why.
    public enum Reason {
        GRANTED,
        NOT_LICENSED,
        SUSPENDED,
        EXPIRED,
        NODE_TYPE,
        DEPENDENCY,
        SEATS,
        CAP
    }

    /// Where a decision comes from.
    public record Source(LicenseId license, NodeId node) {}

    public boolean isGranted() {
        return reason == Reason.GRANTED;
    }

    Verdict as(Reason newReason) {
        return new Verdict(module, newReason, Optional.empty(), source);
    }

    Verdict without(String needed) {
        return new Verdict(module, Reason.DEPENDENCY, Optional.of(needed), source);
    }
}
