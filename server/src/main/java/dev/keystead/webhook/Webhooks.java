package dev.keystead.webhook;

import dev.keystead.audit.Outcome;
import dev.keystead.platform.crypto.Envelope;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.webhook.WebhookStore.Sealed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// Makes, changes and finds the webhooks of the workspace in scope.
public final class Webhooks {
    static final Duration OVERLAP = Duration.ofHours(24);

    static final int MOST = 50;

    private final WebhookStore store;
    private final Envelope envelope;
    private final Clock clock;

    /// @param database the application's, or the worker's for whoever sends
    public Webhooks(Database database, MasterKey master, Clock clock) {
        this.store = new WebhookStore(database);
        this.envelope = master.envelope("admin.webhooks.secret");
        this.clock = clock;
    }

    /// A webhook and its secret, which nobody can read again.
    record Made(Webhook webhook, SigningSecret secret) {}

    /// A webhook and what signs what is sent to it now, the newest first.
    record Armed(Webhook webhook, List<SigningSecret> secrets) {}

    /// Nothing when the workspace has as many as it can have.
    Optional<Made> make(Transaction transaction, String url, String description, List<String> types, String maker) {
        if (store.countHeld(transaction) >= MOST) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        var webhook = new Webhook(
                WebhookId.make(),
                url,
                description,
                types,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                maker,
                1,
                now,
                now);
        SigningSecret secret = SigningSecret.make();
        store.insert(transaction, webhook, seal(transaction, webhook.id(), secret));
        return Optional.of(new Made(webhook, secret));
    }

    List<Webhook> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    Optional<Webhook> find(WebhookId id) {
        return store.find(id);
    }

    Optional<Webhook> find(Transaction transaction, WebhookId id) {
        return store.find(transaction, id);
    }

    /// The webhook with its secrets, for sending. The tenant must be in scope.
    Optional<Armed> armed(UUID tenant, WebhookId id) {
        return store.findSealed(id).map(found -> armed(tenant, found));
    }

    private Armed armed(UUID tenant, Sealed stored) {
        Webhook webhook = stored.webhook();
        var secrets = new ArrayList<SigningSecret>();
        secrets.add(open(tenant, webhook.id(), stored.secret()));
        boolean overlaps =
                webhook.previousUntil().filter(clock.instant()::isBefore).isPresent();
        stored.previous()
                .filter(_ -> overlaps)
                .ifPresent(previous -> secrets.add(open(tenant, webhook.id(), previous)));
        return new Armed(webhook, List.copyOf(secrets));
    }

    Outcome<Webhook> change(
            Transaction transaction, WebhookId id, Optional<Long> ifVersion, UnaryOperator<Webhook> change) {
        Optional<Webhook> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Webhook before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        Webhook wanted = change.apply(before);
        return wanted.equals(before)
                ? new Outcome.Unchanged<>(before)
                : new Outcome.Changed<>(before, store.update(transaction, wanted, clock.instant()));
    }

    Outcome<Webhook> delete(Transaction transaction, WebhookId id, Optional<Long> ifVersion) {
        Optional<Webhook> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (ifVersion.isPresent() && ifVersion.get() != found.get().version()) {
            return new Outcome.Stale<>();
        }
        store.delete(transaction, id);
        return new Outcome.Deleted<>(found.get());
    }

    /// Gives it a new secret; the former one signs too for a day.
    Optional<Made> rotate(Transaction transaction, WebhookId id) {
        Instant now = clock.instant();
        SigningSecret secret = SigningSecret.make();
        return store.rotate(transaction, id, seal(transaction, id, secret), now.plus(OVERLAP), now)
                .map(webhook -> new Made(webhook, secret));
    }

    private byte[] seal(Transaction transaction, WebhookId id, SigningSecret secret) {
        return envelope.seal(transaction.scope().require(Axis.TENANT), id.value(), secret.bytes());
    }

    private SigningSecret open(UUID tenant, WebhookId id, byte[] sealed) {
        return SigningSecret.of(envelope.open(tenant, id.value(), sealed));
    }
}
