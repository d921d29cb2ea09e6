package dev.keystead.connection;

import dev.keystead.platform.http.Caller;
import dev.keystead.tenancy.Transaction;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Whose way in a connection is. Whoever decides what a provider says can come in as anybody who comes from there, so
/// that nobody decides it for people who may do more than they. Who these are is known above this layer.
@FunctionalInterface
public interface Reach {
    /// Whether one of those whom a change touches may do more in the workspace than the caller.
    boolean isAbove(Transaction transaction, Caller caller, Touched touched);

    /// The people whom a change touches.
    ///
    /// @param issuers who knows them, whether that provider has a connection now or not
    /// @param domains of their addresses, where the provider becomes their only way in
    record Touched(Set<String> issuers, Set<String> domains) {
        /// Those who would come by a connection that is made.
        static Touched by(boolean enabled, String issuer, ConnectionSettings settings) {
            return new Touched(Set.of(issuer), forced(enabled, settings));
        }

        /// Those whom a change of a connection touches; nobody when only its looks are changed.
        static Optional<Touched> by(Connection before, Connection after, boolean secret) {
            Connection looks = before.as(
                    after.name(),
                    after.buttonText(),
                    before.enabled(),
                    after.position(),
                    before.issuer(),
                    before.settings());
            if (after.equals(looks) && !secret) {
                return Optional.empty();
            }
            Set<String> forced = new HashSet<>(forced(after.enabled(), after.settings()));
            forced.removeAll(forced(before.enabled(), before.settings()));
            Set<String> issuers = new HashSet<>(List.of(before.issuer(), after.issuer()));
            return Optional.of(new Touched(issuers, forced));
        }

        private static Set<String> forced(boolean enabled, ConnectionSettings settings) {
            return enabled && settings.routing().only()
                    ? Set.copyOf(settings.routing().domains())
                    : Set.of();
        }
    }
}
