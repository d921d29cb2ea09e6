package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.apikey.ApiKey;
import dev.keystead.apikey.ApiKeyId;
import dev.keystead.apikey.ApiKeyRoutes.KeyView;
import dev.keystead.apikey.ApiKeys;
import dev.keystead.apikey.WorkingKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.client.ClientId;
import dev.keystead.client.Clients;
import dev.keystead.consent.Consent;
import dev.keystead.consent.ConsentView;
import dev.keystead.consent.Consents;
import dev.keystead.consent.ScopeWords;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.grant.Grants;
import dev.keystead.login.Door;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.text.Texts;
import dev.keystead.policy.Policies;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What acts in a person's name, for people and their programs: applications that they allowed, and keys.
public final class ConnectedApplications {
    private static final int MOST_KEYS = 200;

    private final Clients clients;
    private final Consents consents;
    private final Connections connections;
    private final ApiKeys keys;
    private final WorkingKeys working;
    private final Readers readers;
    private final AccountPages pages;
    private final AuditLog audit;

    /// What they are made of.
    public record Parts(
            Door door,
            Directory directory,
            Policies policies,
            Clients clients,
            Consents consents,
            Grants grants,
            ApiKeys keys,
            WorkingKeys working,
            Pages pages,
            AuditLog audit) {}

    public ConnectedApplications(Parts parts) {
        this.clients = parts.clients();
        this.consents = parts.consents();
        this.connections = new Connections(parts.clients(), parts.consents(), parts.grants());
        this.keys = parts.keys();
        this.working = parts.working();
        this.readers = new Readers(parts.door(), parts.directory(), parts.policies());
        this.pages = new AccountPages(parts.pages());
        this.audit = parts.audit();
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/me/consents", "List what you allowed applications, newest first")
                        .self("read:user:self")
                        .answers(Shape.page(ConsentView.class), this::list),
                Route.delete("/v1/me/consents/{client}", "Disconnect an application: its tokens work no more")
                        .self("write:user:self")
                        .audits("consent.withdraw")
                        .takesNothing()
                        .prepares(204, Shape.nothing(), this::withdraw),
                Route.get("/account/applications", "The page with what acts in your name")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES)
                        .page(this::show),
                Route.post("/account/applications/{id}/disconnect", "Disconnect an application")
                        .signedIn()
                        .audits("consent.withdraw")
                        .preparedForm(FormFields::values, (call, _) -> disconnect(call)),
                Route.post("/account/applications/{id}/revoke", "Revoke one of your own keys")
                        .signedIn()
                        .audits("api_key.revoke")
                        .preparedForm(FormFields::values, (call, _) -> revoke(call)));
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        List<Consent> found = consents.listOfUser(
                self(call), paging.after().map(cursor -> cursor.expect(1).uuid(0)), paging.fetch());
        return Reply.ok(Page.of(
                found,
                paging,
                consent -> Cursor.of(consent.id().value()),
                consent -> ConsentView.of(consent, clients.find(consent.client()))));
    }

    private Work.ChangingBare withdraw(Call call) {
        String name = call.variable("client");
        // A client that is gone is named by its id.
        ClientId client = clients.find(new WorkspaceId(call.caller().tenant()), name)
                .map(found -> found.id())
                .or(() -> Prefix.CLIENT.parse(name, ClientId::new))
                .orElseThrow(Refusal::notFound);
        return (inside, transaction) -> end(inside, transaction, self(call), client) ? Reply.empty() : Reply.notFound();
    }

    private boolean end(Call call, Transaction transaction, UserId user, ClientId client) {
        Optional<Connections.Ended> ended = connections.disconnect(transaction, user, client);
        ended.ifPresent(had -> audit.write(
                transaction,
                call,
                client,
                AuditLog.Change.removed(
                        Map.of("user_id", user.text(), "scopes", had.scopes(), "grants", had.grants()))));
        return ended.isPresent();
    }

    private Reply show(Call call) {
        Reader reader = readers.of(call);
        List<Connections.Connection> connected = connections.of(reader.me().user());
        List<ApiKey> own = keys.listOf(reader.me().user(), MOST_KEYS);
        return pages.show(
                reader,
                Tab.APPLICATIONS,
                FormErrors.none(),
                200,
                around -> new ListPages.ApplicationList(
                        around,
                        connected.stream()
                                .map(connection -> row(reader, around, connection))
                                .toList(),
                        own));
    }

    private static ListPages.ApplicationRow row(Reader reader, Around around, Connections.Connection connection) {
        Texts.Language language = reader.me().visitor().language();
        return new ListPages.ApplicationRow(
                connection.client().id().text(),
                connection.client().name(),
                connection.host(),
                Stream.concat(
                                ScopeWords.of(language, connection.scopes()).stream(),
                                ScopeWords.ofResources(language, connection.resources()).stream())
                        .toList(),
                around.moment(connection.since()));
    }

    private Work.ChangingBare disconnect(Call call) {
        Reader reader = readers.of(call);
        ClientId client = call.id("id", ClientId::new, Prefix.CLIENT.text());
        return (inside, transaction) -> end(inside, transaction, reader.me().user(), client)
                ? Reply.seeOther(Done.DISCONNECTED.at(reader.at(Tab.APPLICATIONS.path())))
                : Reply.notFound();
    }

    private Work.ChangingBare revoke(Call call) {
        Reader reader = readers.of(call);
        ApiKeyId id = call.id("id", ApiKeyId::new, Prefix.API_KEY.text());
        return (_, transaction) -> {
            Optional<ApiKey> revoked = keys.revoke(transaction, reader.me().user(), id);
            if (revoked.isEmpty()) {
                return Reply.notFound();
            }
            transaction.afterCommit(() -> working.forget(id));
            audit.write(transaction, call, id, AuditLog.Change.removed(KeyView.of(revoked.get())));
            return Reply.seeOther(Done.REVOKED.at(reader.at(Tab.APPLICATIONS.path())));
        };
    }

    private static UserId self(Call call) {
        return new UserId(call.caller().user().orElseThrow());
    }
}
