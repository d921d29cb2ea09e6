package dev.keystead.client;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The applications of the workspace over HTTP.
public final class ClientRoutes {
    private static final int LONGEST_OVERLAP = 30 * 24 * 3600;

    /// What no chosen client_id may begin with.
    private static final Set<Prefix> TAKEN =
            EnumSet.of(Prefix.CLIENT, Prefix.SERVICE_ACCOUNT, Prefix.SERVICE_IDENTITY, Prefix.USER);

    private final Clients clients;
    private final Sectors sectors;
    private final ImplicitFlow implicitFlow;
    private final AuditLog audit;
    private final Answers<Client> answers;

    public ClientRoutes(Clients clients, Sectors sectors, ImplicitFlow implicitFlow, AuditLog audit) {
        this.clients = clients;
        this.sectors = sectors;
        this.implicitFlow = implicitFlow;
        this.audit = audit;
        this.answers = new Answers<>(
                audit, new Answers.Kind<>(Client::id, Client::version, ClientView::of, ClientRoutes::path));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/clients", "List the applications of the workspace")
                        .tenant("read:client")
                        .answers(Shape.page(ClientView.class), this::list),
                Route.post("/v1/clients", "Register an application; its secret is shown in this answer only")
                        .tenant("write:client")
                        .audits("client.create")
                        .takes(ClientWish.class)
                        .prepares(201, Shape.of(MadeClientView.class), this::create),
                Route.get("/v1/clients/{id}", "Read an application, without its secret")
                        .tenant("read:client")
                        .answers(Shape.of(ClientView.class), this::read),
                Route.patch("/v1/clients/{id}", "Change an application")
                        .tenant("write:client")
                        .audits("client.update")
                        .versioned()
                        .takes(ClientWish.class)
                        .prepares(200, Shape.of(ClientView.class), this::update),
                Route.post("/v1/clients/{id}:rotate-secret", "Give an application a new secret, shown once")
                        .tenant("write:client")
                        .audits("client.rotate_secret")
                        .takes(RotateSecret.class)
                        .answers(200, Shape.of(MadeClientView.class), this::rotate),
                Route.delete("/v1/clients/{id}", "Delete an application; its client_id is free again")
                        .tenant("write:client")
                        .audits("client.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// The wish for another secret.
    ///
    /// @param overlapSeconds how long the one before works too; not at all when nothing is said
    public record RotateSecret(@Nullable Integer overlapSeconds) {
        public RotateSecret {
            var fields = new Fields();
            overlapSeconds = fields.optional(
                    overlapSeconds, value -> fields.number("overlap_seconds", value, 0, LONGEST_OVERLAP));
            fields.refuseIfAny();
        }

        /// How long two secrets work.
        public Duration overlap() {
            return Duration.ofSeconds(Objects.requireNonNullElse(overlapSeconds, 0));
        }
    }

    /// A client with its new secret, which is never shown again; there is none where it proves itself
    /// otherwise.
    public record MadeClientView(String clientId, @Nullable String clientSecret, ClientView client) {}

    private static String path(Client client) {
        return "/v1/clients/" + client.id().text();
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Client> found = clients.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, client -> Cursor.of(client.id().value()), ClientView::of));
    }

    private Work.ChangingBare create(Call call, ClientWish body) {
        Optional<String> clientId = chosenClientId(body);
        ClientSettings settings = body.over(ClientSettings.usual());
        implicitFlow.check(new WorkspaceId(call.caller().tenant()), settings);
        sectors.check(settings);
        var wanted = new Clients.NewClient(settings, clientId, Client.Origin.ADMINISTRATOR);
        return (inside, transaction) -> {
            Clients.Made made = clients.make(transaction, wanted);
            ClientView view = ClientView.of(made.client());
            audit.write(transaction, inside, made.client().id(), AuditLog.Change.made(view));
            String secret = made.secret().map(shown -> shown.text()).orElse(null);
            return Reply.created(path(made.client()), new MadeClientView(view.clientId(), secret, view))
                    .withVersion(made.client().version());
        };
    }

    private static Optional<String> chosenClientId(ClientWish body) {
        if (!body.clientId().isSet()) {
            return Optional.empty();
        }
        String chosen = body.clientId().over("");
        if (!Clients.CLIENT_ID.matcher(chosen).matches()) {
            throw BadInput.member(
                    "client_id",
                    "must be 3 to 100 letters, digits, dots, dashes and underscores, beginning with a letter or digit");
        }
        // Else one client could take the name that another gets by itself, or (RFC 9700 section 4.15) the subject of
        // its own tokens could pass for that of a person or of a service identity.
        for (Prefix taken : TAKEN) {
            if (chosen.startsWith(taken.text() + "_")) {
                throw BadInput.member("client_id", "must not begin with " + taken.text() + "_");
            }
        }
        return Optional.of(chosen);
    }

    private Reply read(Call call) {
        return answers.found(clients.find(id(call)));
    }

    /// The sector is asked before the transaction is opened, about the version that is changed in it.
    private Work.ChangingBare update(Call call, ClientWish body) {
        Optional<Client> found = clients.find(id(call));
        if (found.isEmpty()) {
            return Work.instead(Reply.notFound());
        }
        Client before = found.get();
        Optional<Long> ifVersion = call.ifMatch();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return Work.instead(Reply.versionMismatch());
        }
        if (!body.clientId().over(before.clientId()).equals(before.clientId())) {
            throw BadInput.member("client_id", "cannot be changed; make another client");
        }
        ClientSettings wanted = body.over(before.settings());
        refuseStrangers(before, wanted);
        // Who has the flow already may be changed in other ways: it does not work while it is not allowed.
        if (!wanted.grants().equals(before.settings().grants())) {
            implicitFlow.check(before.workspace(), wanted);
        }
        if (!wanted.subjects().equals(before.settings().subjects())
                || !wanted.redirectUris().equals(before.settings().redirectUris())) {
            sectors.check(wanted);
        }
        return (inside, transaction) -> answers.to(
                inside,
                transaction,
                clients.change(transaction, before.id(), Optional.of((long) before.version()), _ -> wanted));
    }

    private static void refuseStrangers(Client client, ClientSettings wanted) {
        if (wanted.firstParty() && client.origin() == Client.Origin.REGISTRATION) {
            throw BadInput.member("first_party", "must be false for an application that registered itself");
        }
    }

    private Reply rotate(Call call, RotateSecret body, Transaction transaction) {
        return switch (clients.rotate(transaction, id(call), body.overlap())) {
            case Clients.Rotation.Rotated(Client before, Client after, var secret) -> {
                ClientView view = ClientView.of(after);
                audit.write(transaction, call, after.id(), new AuditLog.Change(ClientView.of(before), view));
                yield Reply.ok(new MadeClientView(view.clientId(), secret.text(), view))
                        .withVersion(after.version());
            }
            case Clients.Rotation.NotFound() -> Reply.notFound();
            case Clients.Rotation.Refused(String reason) -> Reply.conflict(reason);
        };
    }

    private Reply delete(Call call, Transaction transaction) {
        Outcome<Client> outcome = clients.delete(transaction, id(call), call.ifMatch());
        return answers.to(call, transaction, outcome);
    }

    private static ClientId id(Call call) {
        return call.id("id", ClientId::new, Prefix.CLIENT.text());
    }
}
