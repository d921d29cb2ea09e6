package dev.keystead.bot;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.bot.ServiceAccount.Whole;
import dev.keystead.bot.ServiceAccounts.Credential;
import dev.keystead.client.Client;
import dev.keystead.client.ClientRoutes.RotateSecret;
import dev.keystead.member.WishedScopes;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The credentials of a workspace's machines over HTTP.
public final class ServiceAccountRoutes {
    private static final Param<String> IDENTITY =
            Param.text("service_identity_id", "Only accounts of this service identity");

    private final ServiceAccounts accounts;
    private final AuditLog audit;
    private final Answers<Whole> answers;

    public ServiceAccountRoutes(ServiceAccounts accounts, AuditLog audit) {
        this.accounts = accounts;
        this.audit = audit;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        whole -> whole.account().id(),
                        whole -> whole.account().version(),
                        ServiceAccountView::of,
                        ServiceAccountRoutes::path));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/service-accounts", "List the service accounts of the workspace")
                        .tenant("read:service-identity")
                        .query(IDENTITY)
                        .answers(Shape.page(ServiceAccountView.class), this::list),
                Route.post("/v1/service-accounts", "Make a service account; its secret is shown in this answer only")
                        .tenant("admin:service-identity")
                        .audits("service_account.create")
                        .takes(CreateServiceAccount.class)
                        .answers(201, Shape.of(MadeServiceAccountView.class), this::create),
                Route.get("/v1/service-accounts/{id}", "Read a service account, without its secret")
                        .tenant("read:service-identity")
                        .answers(Shape.of(ServiceAccountView.class), this::read),
                Route.patch("/v1/service-accounts/{id}", "Change a service account, or stop it for a while")
                        .tenant("admin:service-identity")
                        .audits("service_account.update")
                        .versioned()
                        .takes(ChangeServiceAccount.class)
                        .answers(Shape.of(ServiceAccountView.class), this::change),
                Route.post("/v1/service-accounts/{id}:rotate-secret", "Give a service account a new secret, shown once")
                        .tenant("admin:service-identity")
                        .audits("service_account.rotate_secret")
                        .takes(RotateSecret.class)
                        .answers(200, Shape.of(MadeServiceAccountView.class), this::rotate),
                Route.delete("/v1/service-accounts/{id}", "Delete a service account; its tokens end at once")
                        .tenant("admin:service-identity")
                        .audits("service_account.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// The wish for a service account.
    ///
    /// @param credential secret when nothing is said
    public record CreateServiceAccount(
            String serviceIdentityId,
            String name,
            List<String> scopes,
            @Nullable Credential credential) {
        public CreateServiceAccount {
            var fields = new Fields();
            name = fields.text("name", name, 1, 120);
            scopes = checked(fields, scopes);
            fields.refuseIfAny();
        }
    }

    /// A change to a service account: absent members stay.
    public record ChangeServiceAccount(Change<String> name, Change<List<String>> scopes, Change<Status> status) {
        public ChangeServiceAccount {
            var fields = new Fields();
            name = fields.change(name, value -> fields.text("name", value, 1, 120));
            scopes = fields.change(scopes, value -> checked(fields, value));
            fields.refuseIfAny();
        }

        ServiceAccounts.Changed over(Whole whole) {
            return new ServiceAccounts.Changed(
                    name.over(whole.account().name()),
                    scopes.over(whole.client().settings().grants().scopes()),
                    status.over(whole.account().status()));
        }
    }

    /// A service account as clients and the audit trail see it.
    ///
    /// @param clientId how it names itself at the token endpoint
    /// @param status its own; it does not work either while its service identity is suspended
    /// @param previousSecretEndsAt until when the secret before the last rotation works too
    public record ServiceAccountView(
            String id,
            String serviceIdentityId,
            String clientId,
            String name,
            Credential credential,
            List<String> scopes,
            Status status,
            @Nullable Instant previousSecretEndsAt,
            String createdBy,
            Instant createdAt,
            Instant updatedAt) {
        static ServiceAccountView of(Whole whole) {
            ServiceAccount account = whole.account();
            Client client = whole.client();
            return new ServiceAccountView(
                    account.id().text(),
                    account.identity().text(),
                    client.clientId(),
                    account.name(),
                    Credential.of(client),
                    client.settings().grants().scopes(),
                    account.status(),
                    client.secrets()
                            .previous()
                            .map(Client.Secrets.Previous::endsAt)
                            .orElse(null),
                    account.createdBy(),
                    account.createdAt(),
                    account.updatedAt());
        }
    }

    /// A service account with its new secret, which is never shown again; there is none where it proves itself by
    /// a key.
    public record MadeServiceAccountView(
            String clientId, @Nullable String clientSecret, ServiceAccountView serviceAccount) {}

    /// A machine has nothing of its own that `self` could mean.
    private static List<String> checked(Fields fields, List<String> scopes) {
        List<String> known = WishedScopes.checked(fields, "scopes", scopes);
        fields.refuseIf(
                known.stream().anyMatch(scope -> scope.endsWith(":self")),
                "scopes",
                "must not have the modifier self, which is for people");
        return known.stream().distinct().toList();
    }

    private static String path(Whole whole) {
        return "/v1/service-accounts/" + whole.account().id().text();
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        Optional<ServiceIdentityId> of = call.find(IDENTITY).map(ServiceAccountRoutes::identity);
        List<Whole> found = accounts.list(of, after, paging.fetch());
        return Reply.ok(
                Page.of(found, paging, whole -> Cursor.of(whole.account().id().value()), ServiceAccountView::of));
    }

    private Reply create(Call call, CreateServiceAccount body, Transaction transaction) {
        // An account can do no more than whoever makes it.
        refuseMoreThanOwn(call.caller(), body.scopes());
        var wish = new ServiceAccounts.Wish(
                identity(body.serviceIdentityId()),
                body.name(),
                body.scopes(),
                Objects.requireNonNullElse(body.credential(), Credential.SECRET),
                call.caller().actor());
        return given(call, transaction, accounts.make(transaction, wish));
    }

    private Reply read(Call call) {
        return answers.found(accounts.find(id(call)));
    }

    private Reply change(Call call, ChangeServiceAccount body, Transaction transaction) {
        return answers.to(call, transaction, accounts.change(transaction, id(call), call.ifMatch(), before -> {
            ServiceAccounts.Changed wanted = body.over(before);
            // Refusing throws, and nothing was changed yet.
            if (body.scopes().isSet()) {
                refuseMoreThanOwn(call.caller(), wanted.scopes());
            }
            return wanted;
        }));
    }

    private Reply rotate(Call call, RotateSecret body, Transaction transaction) {
        // Whoever gets the secret can do what the account may.
        return given(
                call,
                transaction,
                accounts.rotate(
                        transaction, id(call), body.overlap(), scopes -> refuseMoreThanOwn(call.caller(), scopes)));
    }

    private Reply given(Call call, Transaction transaction, ServiceAccounts.Given given) {
        return switch (given) {
            case ServiceAccounts.Given.Made(var before, Whole after, var secret) -> {
                ServiceAccountView view = ServiceAccountView.of(after);
                var change =
                        new AuditLog.Change(before.map(ServiceAccountView::of).orElse(null), view);
                audit.write(transaction, call, after.account().id(), change);
                var shown = new MadeServiceAccountView(
                        view.clientId(), secret.map(made -> made.text()).orElse(null), view);
                Reply reply = before.isPresent() ? Reply.ok(shown) : Reply.created(path(after), shown);
                yield reply.withVersion(after.account().version());
            }
            case ServiceAccounts.Given.NotFound() -> Reply.notFound();
            case ServiceAccounts.Given.Refused(String reason) -> Reply.conflict(reason);
        };
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(call, transaction, accounts.delete(transaction, id(call), call.ifMatch()));
    }

    private static void refuseMoreThanOwn(Caller giver, List<String> scopes) {
        WishedScopes.refuseMoreThanOwn(giver, WishedScopes.rights(scopes));
    }

    private static ServiceIdentityId identity(String text) {
        return Prefix.SERVICE_IDENTITY
                .parse(text, ServiceIdentityId::new)
                .orElseThrow(() -> BadInput.member("service_identity_id", "must be an id that begins with bot_"));
    }

    private static ServiceAccountId id(Call call) {
        return call.id("id", ServiceAccountId::new, Prefix.SERVICE_ACCOUNT.text());
    }
}
