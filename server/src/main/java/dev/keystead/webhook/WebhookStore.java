package dev.keystead.webhook;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on webhooks. The last ones are the worker's, which names the tenant it works for.
final class WebhookStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String WHY = "one worker tells the webhooks of all workspaces";

    static final Command WEBHOOK_INSERT = Command.tenant("webhook.webhook.insert", """
            insert into admin.webhooks
                (id, url, description, event_types, enabled, secret, created_by, version, created_at, updated_at,
                tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)""");

    /// Whoever makes a webhook waits here for others who do, so that together they make no more than there may be.
    /// Where there is none yet, nobody needs to.
    static final Query<WebhookId> WEBHOOK_OLDEST_LOCK =
            Query.tenant("webhook.webhook.lock-oldest", """
            select id
            from admin.webhooks
            where tenant_id = ?
            order by id
            limit 1
            for no key update""", row -> new WebhookId(row.uuid("id")));

    static final Query<Long> WEBHOOK_COUNT = Query.tenant("webhook.webhook.count", """
            select count(*) as number
            from admin.webhooks
            where tenant_id = ?""", row -> row.number("number"));

    static final Query<Webhook> WEBHOOK_LIST = Query.tenant("webhook.webhook.list", """
            select id, url, description, event_types, enabled, disabled_reason, previous_until_at, failing_since_at,
                created_by, version, created_at, updated_at
            from admin.webhooks
            where id > ?
              and tenant_id = ?
            order by id
            limit ?""", WebhookStore::webhook);

    static final Query<Webhook> WEBHOOK_FIND = Query.tenant("webhook.webhook.find", """
            select id, url, description, event_types, enabled, disabled_reason, previous_until_at, failing_since_at,
                created_by, version, created_at, updated_at
            from admin.webhooks
            where id = ?
              and tenant_id = ?""", WebhookStore::webhook);

    static final Query<Sealed> WEBHOOK_FIND_SEALED = Query.tenant("webhook.webhook.find-sealed", """
            select id, url, description, event_types, enabled, disabled_reason, previous_until_at, failing_since_at,
                created_by, version, created_at, updated_at, secret, previous_secret
            from admin.webhooks
            where id = ?
              and tenant_id = ?""", Sealed::of);

    static final Query<Webhook> WEBHOOK_LOCK = Query.tenant("webhook.webhook.lock", """
            select id, url, description, event_types, enabled, disabled_reason, previous_until_at, failing_since_at,
                created_by, version, created_at, updated_at
            from admin.webhooks
            where id = ?
              and tenant_id = ?
            for update""", WebhookStore::webhook);

    static final Query<Webhook> WEBHOOK_UPDATE = Query.tenant("webhook.webhook.update", """
            update admin.webhooks
            set url = ?, description = ?, event_types = ?, enabled = ?, disabled_reason = ?, failing_since_at = ?,
                version = version + 1, updated_at = ?
            where id = ?
              and tenant_id = ?
            returning id, url, description, event_types, enabled, disabled_reason, previous_until_at, failing_since_at,
                created_by, version, created_at, updated_at""", WebhookStore::webhook);

    /// The former secret signs too, until a moment.
    static final Query<Webhook> WEBHOOK_ROTATE = Query.tenant("webhook.webhook.rotate", """
            update admin.webhooks
            set previous_secret = secret, previous_until_at = ?, secret = ?, version = version + 1, updated_at = ?
            where id = ?
              and tenant_id = ?
            returning id, url, description, event_types, enabled, disabled_reason, previous_until_at, failing_since_at,
                created_by, version, created_at, updated_at""", WebhookStore::webhook);

    static final Command WEBHOOK_DELETE = Command.tenant("webhook.webhook.delete", """
            delete from admin.webhooks
            where id = ?
              and tenant_id = ?""");

    static final Query<Webhook> WEBHOOKS_ENABLED =
            Query.crossTenant("webhook.webhook.list-enabled", WHY, """
            select id, url, description, event_types, enabled, disabled_reason, previous_until_at, failing_since_at,
                created_by, version, created_at, updated_at
            from admin.webhooks
            where enabled
              and tenant_id = ?
            order by id""", WebhookStore::webhook);

    static final Command WEBHOOK_RECOVERED = Command.crossTenant("webhook.webhook.recovered", WHY, """
            update admin.webhooks
            set failing_since_at = null
            where failing_since_at is not null
              and id = ?
              and tenant_id = ?""");

    /// Answers since when nothing but failures came.
    static final Query<Instant> WEBHOOK_FAILED =
            Query.crossTenant("webhook.webhook.failed", WHY, """
            update admin.webhooks
            set failing_since_at = coalesce(failing_since_at, ?)
            where id = ?
              and tenant_id = ?
            returning failing_since_at""", row -> row.instant("failing_since_at"));

    /// Once: whoever comes second finds it turned off.
    static final Query<Webhook> WEBHOOK_DISABLE =
            Query.crossTenant("webhook.webhook.disable", WHY, """
            update admin.webhooks
            set enabled = false, disabled_reason = ?, version = version + 1, updated_at = ?
            where enabled
              and id = ?
              and tenant_id = ?
            returning id, url, description, event_types, enabled, disabled_reason, previous_until_at, failing_since_at,
                created_by, version, created_at, updated_at""", WebhookStore::webhook);

    private final Database database;

    WebhookStore(Database database) {
        this.database = database;
    }

    /// A webhook and its secrets in their envelopes.
    static final class Sealed {
        private final Webhook webhook;
        private final byte[] secret;
        private final Optional<byte[]> previous;

        private Sealed(Webhook webhook, byte[] secret, Optional<byte[]> previous) {
            this.webhook = webhook;
            this.secret = secret;
            this.previous = previous;
        }

        private static Sealed of(Row row) {
            return new Sealed(WebhookStore.webhook(row), row.bytes("secret"), row.findBytes("previous_secret"));
        }

        Webhook webhook() {
            return webhook;
        }

        byte[] secret() {
            return secret;
        }

        Optional<byte[]> previous() {
            return previous;
        }
    }

    void insert(Transaction transaction, Webhook webhook, byte[] sealed) {
        transaction.update(
                WEBHOOK_INSERT,
                p -> p.id(webhook.id())
                        .text(webhook.url())
                        .text(webhook.description())
                        .texts(webhook.eventTypes())
                        .flag(webhook.enabled())
                        .bytes(sealed)
                        .text(webhook.createdBy())
                        .instant(webhook.createdAt())
                        .instant(webhook.updatedAt()));
    }

    /// How many there are, which nobody else changes by making one before this transaction ends.
    long countHeld(Transaction transaction) {
        transaction.find(WEBHOOK_OLDEST_LOCK, p -> {});
        return transaction.find(WEBHOOK_COUNT, p -> {}).orElse(0L);
    }

    List<Webhook> list(Optional<UUID> after, int limit) {
        return database.list(
                WEBHOOK_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<Webhook> find(WebhookId id) {
        return database.find(WEBHOOK_FIND, p -> p.id(id));
    }

    Optional<Webhook> find(Transaction transaction, WebhookId id) {
        return transaction.find(WEBHOOK_FIND, p -> p.id(id));
    }

    /// Of the database that asks: the application's, or the worker's.
    Optional<Sealed> findSealed(WebhookId id) {
        return database.find(WEBHOOK_FIND_SEALED, p -> p.id(id));
    }

    Optional<Webhook> findForUpdate(Transaction transaction, WebhookId id) {
        return transaction.find(WEBHOOK_LOCK, p -> p.id(id));
    }

    Webhook update(Transaction transaction, Webhook webhook, Instant now) {
        return transaction
                .find(
                        WEBHOOK_UPDATE,
                        p -> p.text(webhook.url())
                                .text(webhook.description())
                                .texts(webhook.eventTypes())
                                .flag(webhook.enabled())
                                .text(webhook.disabledReason().orElse(null))
                                .instant(webhook.failingSince().orElse(null))
                                .instant(now)
                                .id(webhook.id()))
                .orElseThrow();
    }

    Optional<Webhook> rotate(Transaction transaction, WebhookId id, byte[] sealed, Instant until, Instant now) {
        return transaction.find(
                WEBHOOK_ROTATE, p -> p.instant(until).bytes(sealed).instant(now).id(id));
    }

    boolean delete(Transaction transaction, WebhookId id) {
        return transaction.update(WEBHOOK_DELETE, p -> p.id(id)) == 1;
    }

    static List<Webhook> enabled(Transaction transaction, UUID tenant) {
        return transaction.list(WEBHOOKS_ENABLED, p -> p.uuid(tenant));
    }

    private static Webhook webhook(Row row) {
        return new Webhook(
                new WebhookId(row.uuid("id")),
                row.text("url"),
                row.text("description"),
                row.texts("event_types"),
                row.flag("enabled"),
                row.findText("disabled_reason"),
                row.findInstant("previous_until_at"),
                row.findInstant("failing_since_at"),
                row.text("created_by"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
