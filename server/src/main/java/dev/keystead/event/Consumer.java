package dev.keystead.event;

import dev.keystead.tenancy.Transaction;

/// A part of this product that acts on events of another part.
///
/// @param name by which its inbox and its place at the broker are known, such as `member-profiles`
/// @param aggregate the kind of thing whose events it wants, such as `user`, or one event of it, such as
///     `user.deleted`
public record Consumer(String name, String aggregate, Effect effect) {
    /// What an event does.
    @FunctionalInterface
    public interface Effect {
        /// Runs on the worker's connection, in the tenant of the event. Events may arrive out of order.
        void apply(Transaction transaction, Event event);
    }

    boolean wants(Event event) {
        return event.subject().startsWith("identity." + aggregate + ".");
    }
}
