package dev.keystead.oauth.clientauth;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.client.AuthMethod;
import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.oauth.clientauth.Credential.Assertion;
import dev.keystead.oauth.clientauth.Credential.BasicSecret;
import dev.keystead.oauth.clientauth.Credential.Name;
import dev.keystead.oauth.clientauth.Credential.PostedSecret;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Knows the client that calls an endpoint.
public final class ClientAuthenticator {
    private final Database database;
    private final Clients clients;
    private final AssertionCheck assertions;
    private final CertificateCheck certificates;
    private final SourceLimits limits;
    private final AuthEvents events;

    public ClientAuthenticator(
            Database database,
            Clients clients,
            ClientKeys keys,
            Replays replays,
            SourceLimits limits,
            AuthEvents events,
            Clock clock) {
        this.database = database;
        this.clients = clients;
        this.assertions = new AssertionCheck(clients, keys, replays, clock);
        this.certificates = new CertificateCheck(keys, clock);
        this.limits = limits;
        this.events = events;
    }

    /// The client that presents itself, if it proves that in the way that it registered. Takes its time and
    /// writes on its own: not for use inside a transaction.
    ///
    /// @throws OAuthError `invalid_request` when it is not clear what was presented, `invalid_client` when
    ///     it proves nothing; the latter leaves an event, unless the same network has left many just now
    public Client authenticate(Presented presented) {
        return authenticate(presented, _ -> {});
    }

    /// The same for endpoints that may ask the client to try again.
    ///
    /// @param beforeUse called with a client that has proved itself, before a proof that counts once is
    ///     used up: when it throws, the client may send that proof again
    public Client authenticate(Presented presented, Consumer<Client> beforeUse) {
        Credential credential = Credential.read(presented);
        Optional<Client> found = clients.find(presented.workspace(), credential.clientId());
        return switch (judge(presented, credential, found, beforeUse)) {
            case Verdict.Proven(Client client) -> client;
            case Verdict.Refused refused -> {
                note(presented, found, refused.reason());
                throw OAuthError.invalidClient(
                        refused.description(), credential instanceof BasicSecret ? Credential.BASIC_CHALLENGE : "");
            }
        };
    }

    private Verdict judge(
            Presented presented, Credential credential, Optional<Client> found, Consumer<Client> beforeUse) {
        return switch (credential) {
            case Name _ -> found.map(client -> named(presented, client)).orElseGet(Verdict::unknown);
            case BasicSecret basic -> secret(found, basic.secret(), AuthMethod.CLIENT_SECRET_BASIC);
            case PostedSecret posted -> secret(found, posted.secret(), AuthMethod.CLIENT_SECRET_POST);
            case Assertion assertion ->
                found.map(client -> assertions.judge(presented, client, assertion, beforeUse))
                        .orElseGet(Verdict::unknown);
        };
    }

    private Verdict named(Presented presented, Client client) {
        return switch (client.settings().authMethod()) {
            case NONE -> new Verdict.Proven(client);
            case TLS_CLIENT_AUTH -> certificates.judgeTrusted(presented, client);
            case SELF_SIGNED_TLS_CLIENT_AUTH -> certificates.judgeRegistered(presented, client);
            case CLIENT_SECRET_BASIC, CLIENT_SECRET_POST, CLIENT_SECRET_JWT, PRIVATE_KEY_JWT -> Verdict.otherMethod();
        };
    }

    /// The secret is compared first and always, so that neither an unknown client nor another method is
    /// quicker.
    private Verdict secret(Optional<Client> found, String secret, AuthMethod used) {
        boolean isRight = clients.isSecret(found, secret);
        if (found.isEmpty()) {
            return Verdict.unknown();
        }
        if (!isRight) {
            return new Verdict.Refused(Verdict.Reason.WRONG_SECRET, Verdict.FAILED);
        }
        AuthMethod registered = found.get().settings().authMethod();
        return registered == used ? new Verdict.Proven(found.get()) : Verdict.otherMethod(registered);
    }

    private void note(Presented presented, Optional<Client> client, Verdict.Reason reason) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("reason", Words.of(reason));
        client.ifPresent(known -> details.put("client", known.id().text()));
        // Names that nobody has count together: otherwise each new one would be noted.
        String whose = client.map(known -> known.id().text()).orElse("unknown");
        var about = new AuthEvents.About(Optional.empty(), Optional.empty(), Optional.empty());
        Scope.tenant(presented.workspace().value())
                .call(() -> database.write(transaction -> {
                    SourceLimits.Note note = limits.takeRefusal(
                            transaction, "client " + whose, presented.source().address());
                    if (note != SourceLimits.Note.SKIP) {
                        details.put("last_noted", note == SourceLimits.Note.WRITE_AS_LAST);
                        events.write(transaction, AuthEvent.Type.CLIENT_REFUSED, about, presented.source(), details);
                    }
                    return true;
                }));
    }
}
