package dev.keystead.server;

import dev.keystead.client.ClientId;
import dev.keystead.client.ClientWish;
import dev.keystead.consent.ConsentId;
import dev.keystead.directory.UserId;
import dev.keystead.grant.AccessTokenId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.TypedId;

/// What applications hold of people, for tests that walk the route table.
public final class GrantSamples {
    private GrantSamples() {}

    /// A client, made by somebody who may.
    public static ClientId client(TestServer server, Client maker) {
        String id = maker.post("/v1/clients", Samples.body(ClientWish.class, server))
                .json()
                .path("client")
                .path("id")
                .asString();
        return Prefix.CLIENT.parse(id, ClientId::new).orElseThrow();
    }

    /// Lets a client have something of a person.
    public static ConsentId consent(TestServer server, TypedId workspace, UserId user, ClientId client) {
        ConsentId id = ConsentId.make();
        server.execute("""
                insert into oauth.consents (tenant_id, id, user_id, client_id, scopes, created_at, updated_at)
                values ('%s', '%s', '%s', '%s', '{openid}', now(), now())""".formatted(workspace.value(), id.value(), user.value(), client.value()));
        return id;
    }

    /// A token that a client has for itself.
    public static AccessTokenId accessToken(TestServer server, TypedId workspace, ClientId client) {
        AccessTokenId id = AccessTokenId.make();
        server.execute("""
                insert into session.access_tokens (tenant_id, id, client_id, scopes, created_at, expires_at)
                values ('%s', '%s', '%s', '{}', now(), now() + interval '1 hour')""".formatted(workspace.value(), id.value(), client.value()));
        return id;
    }
}
