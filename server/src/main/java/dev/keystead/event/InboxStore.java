package dev.keystead.event;

import dev.keystead.tenancy.Command;

/// The statements on events that had their effect. They are the worker's, which names the tenant it works
/// for.
final class InboxStore {
    static final Command INBOX_INSERT =
            Command.crossTenant("event.inbox.insert", "one worker receives the events of all workspaces", """
            insert into events.inbox (consumer, id, subject, received_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?)
            on conflict do nothing""");

    static final Command INBOX_SWEEP =
            Command.crossTenant("event.inbox.sweep", "what was received long ago is forgotten for all workspaces", """
            delete from events.inbox
            where (tenant_id, consumer, id) in (
                select tenant_id, consumer, id
                from events.inbox
                where expires_at < ?
                order by expires_at
                limit ?)""");

    private InboxStore() {}
}
