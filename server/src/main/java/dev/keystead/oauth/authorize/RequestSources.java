package dev.keystead.oauth.authorize;

import dev.keystead.client.Client;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds what a client asks for: in the address itself, pushed before (RFC 9126), or in a signed object
/// (RFC 9101).
final class RequestSources {
    private final WaitingRequests waiting;
    private final RequestObjects objects;
    private final RequestReader reader;

    RequestSources(WaitingRequests waiting, RequestObjects objects, RequestReader reader) {
        this.waiting = waiting;
        this.objects = objects;
        this.reader = reader;
    }

    /// What a browser brought.
    ///
    /// @param issuer the audience that a signed object must name
    Reading read(Client client, String issuer, Parameters sent) {
        Optional<String> reference =
                sent.find(WaitingRequests.BY_REFERENCE).filter(uri -> uri.startsWith(WaitingRequests.REFERENCE));
        if (reference.isPresent()) {
            return waiting.find(client.workspace(), client.id(), reference.get())
                    .map(found -> reader.read(client, found))
                    .orElseGet(() -> new Reading.Unanswerable(OAuthError.of(
                            "invalid_request_uri",
                            "request_uri is unknown, has expired or was used before; start again at the application")));
        }
        if (client.settings().requests().pushedOnly()) {
            return new Reading.Unanswerable(
                    OAuthError.invalidRequest("this application must push its requests (RFC 9126)"));
        }
        return readObject(client, issuer, sent);
    }

    /// What a client pushed, which may hold a signed object but no reference.
    Reading readObject(Client client, String issuer, Parameters sent) {
        Parameters asked;
        try {
            asked = objects.resolve(client, issuer, sent);
        } catch (OAuthError wrong) {
            // Where an answer may go is known all the same if the address says it outside the object.
            return reader.refused(client, sent, wrong);
        }
        return reader.read(client, asked.with(Map.of("client_id", List.of(client.clientId()))));
    }
}
