package dev.keystead.oauth.clientauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.keystead.audit.AuditLog;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.client.Client;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.http.ClientCertificate;
import dev.keystead.server.Applications;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.session.Session;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Where clients of a workspace present themselves.
final class Counter {
    static final String ISSUER = "https://id.test/t/counter";
    static final String ENDPOINT = ISSUER + "/oauth/v2/par";

    private final TestServer server = TestServer.shared();
    private final Elsewhere place;
    private final ClientAuthenticator authenticator;

    Counter(String slug, Function<URI, Optional<String>> fetch, Clock clock) {
        this.place = server.makeOrganisation(slug);
        this.authenticator = new ClientAuthenticator(
                Applications.database(server),
                Applications.of(server),
                new ClientKeys(fetch, clock),
                new Replays(Applications.database(server)),
                Applications.limits(server),
                new AuthEvents(Applications.database(server), audit(clock), clock),
                clock);
    }

    private AuditLog audit(Clock clock) {
        return new AuditLog(
                Applications.database(server),
                MasterKey.of(new byte[32]).mac("source-address"),
                (_, _, _) -> {},
                clock);
    }

    static Counter of(String slug) {
        return new Counter(slug, _ -> Optional.empty(), Clock.systemUTC());
    }

    /// A client and its secret, or an empty text.
    record Registered(String id, String secret) {}

    Registered register(String members) {
        Answer made = server.as(place.key())
                .post("/v1/clients", "{\"name\":\"App\",\"redirect_uris\":[\"https://a.test/cb\"]" + members + "}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return new Registered(
                made.json().path("client_id").asString(),
                made.json().path("client_secret").asString(""));
    }

    Client present(Optional<String> authorization, Map<String, String> form, Optional<ClientCertificate> certificate) {
        var values = new LinkedHashMap<String, List<String>>();
        form.forEach((name, value) -> values.put(name, List.of(value)));
        return presentAll(authorization, values, certificate);
    }

    Client presentAll(
            Optional<String> authorization, Map<String, List<String>> form, Optional<ClientCertificate> certificate) {
        return authenticator.authenticate(new Presented(
                place.workspace(),
                ISSUER,
                ENDPOINT.substring(ISSUER.length()),
                authorization,
                form,
                certificate,
                new Session.Client("192.0.2.7", "test")));
    }

    Client present(Map<String, String> form) {
        return present(Optional.empty(), form, Optional.empty());
    }

    Client assertion(String text) {
        return present(Map.of("client_assertion_type", Credential.JWT_BEARER, "client_assertion", text));
    }

    OAuthError refused(Runnable presenting) {
        OAuthError refused = catchThrowableOfType(OAuthError.class, presenting::run);
        assertThat(refused).isNotNull();
        return refused;
    }

    /// How often clients of the workspace were refused for a reason.
    long refusals(String reason) {
        return server.count("select count(*) from auth.auth_events where event_type = 'client_refused' and details ->>"
                + " 'reason' = '" + reason + "' and tenant_id = '"
                + place.workspace().value() + "'");
    }

    /// How many events say that no more of their kind are noted for a while.
    long lastNoted() {
        return server.count("select count(*) from auth.auth_events where event_type = 'client_refused' and details ->>"
                + " 'last_noted' = 'true' and tenant_id = '"
                + place.workspace().value() + "'");
    }
}
