package dev.keystead.bench;

import java.io.IOException;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A virtual user of an OpenID Connect server, with the tokens that it holds.
///
/// A flow that needs no earlier token goes to another random tenant every time; one that does stays with the
/// tenant that issued the token.
final class OidcUser implements VirtualUser {
    private final OidcTarget target;
    private final OidcFlow flow;
    private final SplittableRandom random;
    private final Connections connections = new Connections();
    private final TokenRequests tokens;
    private String tenant = "";
    private String accessToken = "";
    private @Nullable String refreshToken;

    OidcUser(OidcTarget target, OidcFlow flow, int number) {
        this.target = target;
        this.flow = flow;
        this.random = new SplittableRandom(number * 7919L + 17);
        this.tokens = new TokenRequests(target, connections);
    }

    @Override
    public Iteration prepare() throws IOException {
        if (!flow.needsTokens()) {
            return Iteration.DONE;
        }
        goToSomeTenant();
        Iteration fetched = keep(obtain(target.seed()));
        if (flow == OidcFlow.REFRESH && fetched instanceof Iteration.Done && refreshToken == null) {
            return new Iteration.Failed("the server issued no refresh_token to `" + target.seed()
                    + "`: ask for one by the key `scope` (often offline_access)");
        }
        return fetched;
    }

    @Override
    public Iteration iterate() throws IOException {
        return switch (flow) {
            case CLIENT_CREDENTIALS, CODE_FLOW, PASSWORD_LOGIN -> {
                goToSomeTenant();
                yield keep(obtain(flow));
            }
            case REFRESH -> refresh();
            case INTROSPECT -> introspect();
            case USERINFO ->
                expectOk(HttpRequest.get(target.url("userinfo", tenant))
                        .withHeader("Authorization", "Bearer " + accessToken));
            case JWKS, DISCOVERY -> {
                goToSomeTenant();
                yield expectOk(HttpRequest.get(target.url(flow.toString(), tenant)));
            }
        };
    }

    private void goToSomeTenant() {
        tenant = target.tenants().some(random);
    }

    private TokenOutcome obtain(OidcFlow way) throws IOException {
        return switch (way) {
            case CLIENT_CREDENTIALS -> tokens.clientCredentials(tenant);
            case PASSWORD_LOGIN -> tokens.password(tenant, someone());
            case CODE_FLOW -> new CodeFlow(target, connections, tokens, tenant, someone()).signIn();
            case REFRESH, INTROSPECT, USERINFO, JWKS, DISCOVERY ->
                throw new IllegalStateException(way + " is not a way to a first token.");
        };
    }

    private String someone() {
        return target.people().name(random.nextInt(target.people().count()));
    }

    private Iteration keep(TokenOutcome outcome) {
        return switch (outcome) {
            case TokenOutcome.Issued issued -> {
                accessToken = issued.accessToken();
                refreshToken = issued.refreshToken();
                yield Iteration.DONE;
            }
            case TokenOutcome.Refused(String why) -> new Iteration.Failed(why);
        };
    }

    /// A token that is not replaced stays in use: rotation is the server's choice (RFC 6749 section 6).
    private Iteration refresh() throws IOException {
        if (refreshToken == null) {
            return new Iteration.Failed("there is no refresh_token to use");
        }
        String used = refreshToken;
        Iteration iteration = keep(tokens.refresh(tenant, used));
        if (refreshToken == null) {
            refreshToken = used;
        }
        return iteration;
    }

    private Iteration introspect() throws IOException {
        HttpAnswer answer = tokens.introspect(tenant, accessToken);
        boolean active = JsonText.find(answer.text(), "active").equals(Optional.of("true"));
        return answer.status() == 200 && active ? Iteration.DONE : new Iteration.Failed("introspect: " + answer);
    }

    private Iteration expectOk(HttpRequest request) throws IOException {
        HttpAnswer answer = connections.send(request);
        return answer.status() == 200 ? Iteration.DONE : new Iteration.Failed(flow + ": " + answer);
    }

    @Override
    public long requests() {
        return connections.requests();
    }

    @Override
    public void close() {
        connections.close();
    }
}
