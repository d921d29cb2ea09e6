package dev.keystead.license.entitlement;

import dev.keystead.license.assignment.License.Reach;
import dev.keystead.license.assignment.License.Status;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.assignment.When;
import dev.keystead.node.Node;
import dev.keystead.node.NodeId;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// All that decides what a node may use: the node and what it stands under, with the licences there.
///
/// @param path the node first, its organisation's node last
public record Standing(NodeId node, List<Step> path) {
    public Standing {
        path = List.copyOf(path);
    }

    /// One node of the path.
    public record Step(NodeId node, Node.Kind kind, List<Held> licenses) {
        public Step {
            licenses = List.copyOf(licenses);
        }
    }

    /// A licence on a node, as far as it decides.
    ///
    /// @param used how much of it was used
    /// @param seated of the people asked about, those who have a seat of it
    public record Held(LicenseId id, String module, Status status, Terms terms, long used, Set<UUID> seated) {
        public Held {
            seated = Set.copyOf(seated);
        }

        /// What it says at a time.
        Says says(When when) {
            return switch (status) {
                case TERMINATED -> Says.NOTHING;
                // That it has expired is written down some time after it did: the dates decide, and say the same of
                // every day before and after that.
                case TRIAL, ACTIVE, SUSPENDED, EXPIRED -> {
                    if (terms.from().isAfter(when.day())) {
                        yield Says.NOTHING;
                    }
                    if (terms.lasting(status).isOver(when)) {
                        yield Says.OVER;
                    }
                    yield status == Status.SUSPENDED ? Says.NO : Says.YES;
                }
            };
        }

        boolean reaches(boolean own) {
            return own || terms.reach() == Reach.INHERIT_DOWN;
        }
    }

    /// What a licence says about its module.
    enum Says {
        YES,
        NO,
        /// Not any more, and whoever is above may say otherwise.
        OVER,
        NOTHING
    }
}
