package dev.keystead.webhook;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.event.CloudEvent;
import dev.keystead.event.Event;
import dev.keystead.event.EventId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.webhook.Webhooks.Made;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The webhooks of a workspace over HTTP.
public final class WebhookRoutes {
    private static final int LONGEST_URL = 2000;

    private final Webhooks webhooks;
    private final Target target;
    private final Outbound outbound;
    private final AuditLog audit;
    private final Function<UUID, String> issuers;
    private final Clock clock;
    private final Answers<Webhook> answers;

    /// @param issuers the address of a workspace
    public WebhookRoutes(
            Webhooks webhooks,
            Target target,
            Outbound outbound,
            AuditLog audit,
            Function<UUID, String> issuers,
            Clock clock) {
        this.webhooks = webhooks;
        this.target = target;
        this.outbound = outbound;
        this.audit = audit;
        this.issuers = issuers;
        this.clock = clock;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Webhook::id,
                        Webhook::version,
                        WebhookView::of,
                        webhook -> "/v1/webhooks/" + webhook.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/webhooks", "List the webhooks of the workspace")
                        .tenant("read:webhook")
                        .answers(Shape.page(WebhookView.class), this::list),
                Route.post("/v1/webhooks", "Make a webhook; its secret is shown in this answer only")
                        .tenant("admin:webhook")
                        .audits("webhook.create")
                        .takes(CreateWebhook.class)
                        .answers(201, Shape.of(MadeWebhookView.class), this::create),
                Route.get("/v1/webhooks/{id}", "Read a webhook, without its secret")
                        .tenant("read:webhook")
                        .answers(Shape.of(WebhookView.class), this::read),
                Route.patch("/v1/webhooks/{id}", "Change a webhook, or turn it on or off")
                        .tenant("admin:webhook")
                        .audits("webhook.update")
                        .versioned()
                        .takes(ChangeWebhook.class)
                        .answers(Shape.of(WebhookView.class), this::change),
                Route.delete("/v1/webhooks/{id}", "Delete a webhook; what waits for it is not sent")
                        .tenant("admin:webhook")
                        .audits("webhook.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete),
                Route.post("/v1/webhooks/{id}:rotate-secret", "Give a webhook a new secret; for a day both sign")
                        .tenant("admin:webhook")
                        .audits("webhook.rotate_secret")
                        .takesNothing()
                        .answers(200, Shape.of(MadeWebhookView.class), this::rotate),
                Route.post("/v1/webhooks/{id}:test", "Send a ping to a webhook and say what came back")
                        .tenant("admin:webhook")
                        .audits("webhook.test")
                        .takesNothing()
                        .prepares(200, Shape.of(PingView.class), this::ping));
    }

    /// The wish for a webhook.
    public record CreateWebhook(
            String url, List<String> eventTypes, @Nullable String description) {
        public CreateWebhook {
            var fields = new Fields();
            url = fields.text("url", url, 8, LONGEST_URL);
            eventTypes = EventTypes.checked(fields, "event_types", eventTypes);
            description = fields.optional(description, value -> fields.text("description", value, 0, 200));
            fields.refuseIfAny();
        }
    }

    /// A change to a webhook: absent members stay.
    public record ChangeWebhook(
            Change<String> url, Change<List<String>> eventTypes, Change<String> description, Change<Boolean> enabled) {
        public ChangeWebhook {
            var fields = new Fields();
            url = fields.change(url, value -> fields.text("url", value, 8, LONGEST_URL));
            eventTypes = fields.change(eventTypes, value -> EventTypes.checked(fields, "event_types", value));
            description = fields.change(description, value -> fields.text("description", value, 0, 200));
            fields.refuseIfAny();
        }

        Webhook over(Webhook webhook) {
            return webhook.as(
                    url.over(webhook.url()),
                    description.over(webhook.description()),
                    eventTypes.over(webhook.eventTypes()),
                    enabled.over(webhook.enabled()));
        }
    }

    /// A webhook as clients and the audit trail see it.
    public record WebhookView(
            String id,
            String url,
            String description,
            List<String> eventTypes,
            boolean enabled,
            @Nullable String disabledReason,
            @Nullable Instant previousSecretUntil,
            @Nullable Instant failingSince,
            String createdBy,
            int version,
            Instant createdAt,
            Instant updatedAt) {
        static WebhookView of(Webhook webhook) {
            return new WebhookView(
                    webhook.id().text(),
                    webhook.url(),
                    webhook.description(),
                    webhook.eventTypes(),
                    webhook.enabled(),
                    webhook.disabledReason().orElse(null),
                    webhook.previousUntil().orElse(null),
                    webhook.failingSince().orElse(null),
                    webhook.createdBy(),
                    webhook.version(),
                    webhook.createdAt(),
                    webhook.updatedAt());
        }
    }

    /// A webhook with the secret that is never shown again.
    public record MadeWebhookView(String secret, WebhookView webhook) {
        static MadeWebhookView of(Made made) {
            return new MadeWebhookView(made.secret().text(), WebhookView.of(made.webhook()));
        }
    }

    /// What came back from a ping.
    ///
    /// @param result a sentence for people
    /// @param answer the beginning of what was answered
    public record PingView(
            boolean delivered,
            String result,
            @Nullable Integer status,
            @Nullable String answer) {}

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Webhook> found = webhooks.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, webhook -> Cursor.of(webhook.id().value()), WebhookView::of));
    }

    private Reply create(Call call, CreateWebhook body, Transaction transaction) {
        refuseUnlessCallable(body.url());
        String description = Optional.ofNullable(body.description()).orElse("");
        Optional<Made> made = webhooks.make(
                transaction,
                body.url(),
                description,
                body.eventTypes(),
                call.caller().actor());
        if (made.isEmpty()) {
            return Reply.conflict("the workspace has as many webhooks as it can have; delete one first");
        }
        Webhook webhook = made.get().webhook();
        audit.write(transaction, call, webhook.id(), AuditLog.Change.made(WebhookView.of(webhook)));
        return Reply.created("/v1/webhooks/" + webhook.id().text(), MadeWebhookView.of(made.get()))
                .withVersion(webhook.version());
    }

    private Reply read(Call call) {
        return answers.found(webhooks.find(id(call)));
    }

    private Reply change(Call call, ChangeWebhook body, Transaction transaction) {
        if (body.url() instanceof Change.Set<String>(String url)) {
            refuseUnlessCallable(url);
        }
        return answers.to(call, transaction, webhooks.change(transaction, id(call), call.ifMatch(), body::over));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(call, transaction, webhooks.delete(transaction, id(call), call.ifMatch()));
    }

    private Reply rotate(Call call, Transaction transaction) {
        Optional<Made> made = webhooks.rotate(transaction, id(call));
        if (made.isEmpty()) {
            return Reply.notFound();
        }
        Webhook webhook = made.get().webhook();
        audit.write(transaction, call, webhook.id(), AuditLog.Change.made(WebhookView.of(webhook)));
        return Reply.ok(MadeWebhookView.of(made.get())).withVersion(webhook.version());
    }

    private Work.ChangingBare ping(Call call) {
        UUID tenant = call.caller().tenant();
        Webhooks.Armed armed = webhooks.armed(tenant, id(call)).orElseThrow(Refusal::notFound);
        var event = new Event(
                new EventId(UuidV7.next()),
                tenant,
                "identity.webhook.pinged.v1",
                armed.webhook().id().text(),
                "{}",
                call.caller().actor(),
                call.requestId(),
                clock.instant());
        Target.Answer answer = target.post(armed, CloudEvent.of(event, issuers.apply(tenant)));
        String result =
                answer.problem().map(problem -> "The address " + problem + ".").orElse("The address took the ping.");
        var view = new PingView(
                answer.isSuccess(),
                result,
                answer.status().orElse(null),
                answer.answer().orElse(null));
        return (asked, transaction) -> {
            audit.write(transaction, asked, armed.webhook().id(), AuditLog.Change.made(Map.of("result", result)));
            return Reply.ok(view);
        };
    }

    private void refuseUnlessCallable(String url) {
        URI address;
        try {
            address = new URI(url);
        } catch (URISyntaxException _) {
            throw BadInput.member("url", "must be an https address");
        }
        outbound.brokenRule(address).ifPresent(reason -> {
            throw BadInput.member("url", reason.sentence());
        });
    }

    static WebhookId id(Call call) {
        return call.id("id", WebhookId::new, Prefix.WEBHOOK.text());
    }
}
