package dev.keystead.license.assignment;

import dev.keystead.node.NodeId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;

/// That a node may use a module, as it is stored.
///
/// @param tenant the workspace that gave it
/// @param module its code
/// @param forOrg whether the node is the organisation's own
public record License(
        LicenseId id,
        UUID tenant,
        UUID org,
        String module,
        NodeId node,
        boolean forOrg,
        Status status,
        Terms terms,
        String assignedBy,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// Where a licence stands in its life.
    public enum Status {
        TRIAL,
        ACTIVE,
        SUSPENDED,
        EXPIRED,
        TERMINATED;

        /// Whether a licence may go from here to there.
        public boolean mayBecome(Status next) {
            return switch (this) {
                case TRIAL -> next == ACTIVE || next == EXPIRED || next == TERMINATED;
                case ACTIVE -> next == SUSPENDED || next == EXPIRED || next == TERMINATED;
                case SUSPENDED, EXPIRED -> next == ACTIVE || next == TERMINATED;
                case TERMINATED -> false;
            };
        }
    }

    /// How far below its node a licence holds.
    public enum Reach {
        EXACT("exact"),
        INHERIT_DOWN("inherit-down");

        private final String word;

        Reach(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        public static Reach of(String word) {
            return word.equals(EXACT.word) ? EXACT : INHERIT_DOWN;
        }
    }

    /// From when to when a licence holds, how far and how much.
    ///
    /// @param from the first day
    /// @param to the last day
    /// @param converts whether a trial becomes active after it
    public record Terms(Reach reach, LocalDate from, Optional<LocalDate> to, boolean converts, Limits limits) {
        /// Whether the last day, or the moment of its end, is over at a time.
        public boolean isOver(When when) {
            return limits.expiresAt().filter(end -> !when.at().isBefore(end)).isPresent()
                    || to.filter(last -> last.isBefore(when.day())).isPresent();
        }

        /// The same as a licence of a status lasts: a trial that converts goes on after its last day, whether or not
        /// somebody has written that down.
        public Terms lasting(Status status) {
            return status == Status.TRIAL && converts ? until(Optional.empty(), limits.expiresAt()) : this;
        }

        Terms until(Optional<LocalDate> newTo, Optional<Instant> newExpiry) {
            return new Terms(reach, from, newTo, converts, new Limits(limits.seats(), limits.usageCap(), newExpiry));
        }

        Terms unconverted() {
            return new Terms(reach, from, to, false, limits);
        }

        /// The last moment of it, if there is one.
        Optional<Instant> end() {
            Optional<Instant> day =
                    to.map(last -> last.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
            return limits.expiresAt()
                    .map(moment -> day.filter(moment::isAfter).orElse(moment))
                    .or(() -> day);
        }
    }

    /// How much of a module may be used.
    public record Limits(Optional<Integer> seats, Optional<Long> usageCap, Optional<Instant> expiresAt) {
        public static final Limits NONE = new Limits(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// Whether it allows anything at a time, by its status and its dates.
    public boolean isInForce(When when) {
        return (status == Status.TRIAL || status == Status.ACTIVE)
                && !terms.from().isAfter(when.day())
                && !isOver(when);
    }

    /// Whether it will allow nothing any more, unless somebody renews it.
    public boolean isOver(When when) {
        return status == Status.EXPIRED
                || status == Status.TERMINATED
                || terms.lasting(status).isOver(when);
    }

    License as(NodeId newNode, boolean isForOrg, Status newStatus, Terms newTerms) {
        return new License(
                id,
                tenant,
                org,
                module,
                newNode,
                isForOrg,
                newStatus,
                newTerms,
                assignedBy,
                version,
                createdAt,
                updatedAt);
    }

    License as(Status newStatus, Terms newTerms) {
        return as(node, forOrg, newStatus, newTerms);
    }
}
