package dev.keystead.node;

import dev.keystead.platform.id.Prefix;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A place in an organisation's tree, as it is stored.
///
/// @param org the organisation whose tree it is
/// @param parent what it stands under; nothing for the organisation's own node
/// @param subject what it stands for; nothing for a unit, which is only a place
public record Node(
        NodeId id,
        UUID org,
        Kind kind,
        Optional<NodeId> parent,
        Optional<UUID> subject,
        String name,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// What a node stands for.
    public enum Kind {
        ORG,
        WORKSPACE,
        UNIT,
        SUBTENANT,
        PROJECT;

        /// Whether a node of this kind may stand directly under one of the other: org > workspace > unit* > subtenant
        /// or project.
        boolean mayStandUnder(Kind parent) {
            return switch (this) {
                case ORG -> false;
                case WORKSPACE -> parent == ORG;
                case UNIT, SUBTENANT, PROJECT -> parent == WORKSPACE || parent == UNIT;
            };
        }

        /// The kinds of nodes that can be here or anywhere below.
        public Set<Kind> withBelow() {
            return switch (this) {
                case ORG -> EnumSet.allOf(Kind.class);
                case WORKSPACE -> EnumSet.of(WORKSPACE, UNIT, SUBTENANT, PROJECT);
                case UNIT -> EnumSet.of(UNIT, SUBTENANT, PROJECT);
                case SUBTENANT, PROJECT -> EnumSet.of(this);
            };
        }

        /// The prefix of the ids of what it stands for.
        Optional<Prefix> subjectPrefix() {
            return switch (this) {
                case ORG -> Optional.of(Prefix.ORG);
                case WORKSPACE -> Optional.of(Prefix.WORKSPACE);
                case UNIT -> Optional.empty();
                case SUBTENANT -> Optional.of(Prefix.SUBTENANT);
                case PROJECT -> Optional.of(Prefix.PROJECT);
            };
        }
    }
}
