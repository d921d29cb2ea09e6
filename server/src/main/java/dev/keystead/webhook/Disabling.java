package dev.keystead.webhook;

import dev.keystead.audit.AuditLog;
import dev.keystead.member.OwnersMail;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Transaction;
import dev.keystead.webhook.DeliveryStore.Lane;
import dev.keystead.webhook.Target.Answer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns a webhook off that has only failed for days, or that says it wants nothing any more.
public final class Disabling {
    private static final Duration PATIENCE = Duration.ofDays(5);

    private final AuditLog workerAudit;
    private final OwnersMail mail;
    private final Clock clock;

    public Disabling(AuditLog workerAudit, OwnersMail mail, Clock clock) {
        this.workerAudit = workerAudit;
        this.mail = mail;
        this.clock = clock;
    }

    /// Takes into account how a call ended, in the transaction that notes it.
    void heard(Transaction transaction, Lane lane, Answer answer) {
        if (answer.isSuccess()) {
            transaction.update(
                    WebhookStore.WEBHOOK_RECOVERED, p -> p.id(lane.webhook()).uuid(lane.tenant()));
            return;
        }
        Instant now = clock.instant();
        Optional<Instant> since = transaction.find(
                WebhookStore.WEBHOOK_FAILED,
                p -> p.instant(now).id(lane.webhook()).uuid(lane.tenant()));
        if (answer.isGone()) {
            disable(transaction, lane, now, "answers that it is gone (410)");
        } else if (since.filter(begin -> begin.isBefore(now.minus(PATIENCE))).isPresent()) {
            String last = answer.problem().orElse("fails");
            disable(transaction, lane, now, "has failed for " + PATIENCE.toDays() + " days; the address " + last);
        }
    }

    private void disable(Transaction transaction, Lane lane, Instant now, String why) {
        transaction
                .find(
                        WebhookStore.WEBHOOK_DISABLE,
                        p -> p.text(why).instant(now).id(lane.webhook()).uuid(lane.tenant()))
                .ifPresent(webhook -> {
                    workerAudit.writeInternal(
                            transaction,
                            "webhook",
                            "webhook.disable",
                            lane.webhook(),
                            Map.of("url", webhook.url(), "why", why));
                    mail.send(transaction, lane.tenant(), (language, place) -> said(language, place, webhook));
                });
    }

    private static OwnersMail.Said said(Texts.Language language, String place, Webhook webhook) {
        return new OwnersMail.Said(
                language.text("mail.webhook-disabled.subject", place),
                List.of(
                        language.text("mail.webhook-disabled.body", webhook.url(), place),
                        language.text("mail.webhook-disabled.advice")),
                language.text("mail.webhook-disabled.footer", place),
                "webhook-disabled");
    }
}
