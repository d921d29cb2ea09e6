package dev.keystead.consent;

import dev.keystead.client.Client;
import dev.keystead.client.ClientId;
import dev.keystead.client.Clients;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import java.util.List;
import java.util.Optional;

/// Consents for administrators. What people do with their own is part of their account.
public final class ConsentRoutes {
    private final Clients clients;
    private final Consents consents;

    public ConsentRoutes(Clients clients, Consents consents) {
        this.clients = clients;
        this.consents = consents;
    }

    public List<Route> routes() {
        return List.of(Route.get("/v1/clients/{id}/consents", "List what people allowed an application, newest first")
                .tenant("read:client")
                .audits("consent.read_admin")
                .answers(Shape.page(ConsentView.class), this::list));
    }

    private Reply list(Call call) {
        ClientId id = call.id("id", ClientId::new, Prefix.CLIENT.text());
        Optional<Client> client = clients.find(id);
        if (client.isEmpty()) {
            return Reply.notFound();
        }
        Paging paging = call.paging();
        List<Consent> found = consents.listOfClient(
                id, paging.after().map(cursor -> cursor.expect(1).uuid(0)), paging.fetch());
        return Reply.ok(Page.of(
                found, paging, consent -> Cursor.of(consent.id().value()), consent -> ConsentView.of(consent, client)));
    }
}
