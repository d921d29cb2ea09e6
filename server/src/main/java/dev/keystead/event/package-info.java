/// Events: what happened, for programs that must hear of it.
///
/// 1. An event is born where an audit entry is born and commits with what it tells of, or not at all.
/// 2. Events about one thing are handed on in their order; one that cannot be handed on holds back later ones
///    about the same thing, and nothing else.
/// 3. One worker at a time hands on the events of a workspace. No transaction is open while it talks to the
///    broker.
/// 4. A crash between handing over and noting it makes no second message: the event's id is the message's id,
///    and the broker knows it.
/// 5. Whoever reads events again misses none, in whatever order transactions commit.
/// 6. An event has its effect inside this product once: the effect and the row of the inbox are one
///    transaction.
///
/// CloudEvents 1.0, JSON form.
///
/// Tables: events.outbox, events.relay_leases, events.inbox.
/// May use: job, audit, platform, the client of NATS.
@NullMarked
package dev.keystead.event;

import org.jspecify.annotations.NullMarked;
