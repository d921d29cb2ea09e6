package dev.keystead.oauth.token;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grant;
import dev.keystead.grant.Grants;
import dev.keystead.grant.Refresh;
import dev.keystead.oauth.mint.Issued;
import dev.keystead.oauth.mint.Lives;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.wire.Resources;
import dev.keystead.platform.db.GroupedWrites;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Goes on with a grant by its refresh token (RFC 6749 section 6).
final class RefreshTokenGrant {
    private static final String OVER =
            "the refresh token is unknown, has expired, was revoked or is another application's";

    private static final int MOST_TOGETHER = 100;

    private final Database database;
    private final Grants grants;
    private final AccessTokens accessTokens;
    private final TokenMint mint;
    private final AuthEvents events;
    private final GroupedWrites<Asked, TokenOutcome> together;

    /// What a client asks for.
    private record Asked(TokenRequest request, String token, Wanted wanted) {
        Grants.Shown shown() {
            return new Grants.Shown(
                    request.client().id(), token, request.recipient().refreshBinding());
        }
    }

    RefreshTokenGrant(Database database, Grants grants, AccessTokens accessTokens, TokenMint mint, AuthEvents events) {
        this.database = database;
        this.grants = grants;
        this.accessTokens = accessTokens;
        this.mint = mint;
        this.events = events;
        this.together = new GroupedWrites<>(database, MOST_TOGETHER, this::rotate);
    }

    Map<String, Object> give(TokenRequest request) {
        var asked =
                new Asked(request, request.parameters().require("refresh_token"), Wanted.read(request.parameters()));
        Scope scope = Scope.tenant(request.tenant().value());
        TokenOutcome outcome =
                request.client().rotatesRefreshTokens() ? together.write(scope, asked) : scope.call(() -> keep(asked));
        return outcome.answer(request, grants, mint);
    }

    /// The wishes of all who ask at the same time in a workspace.
    private List<TokenOutcome> rotate(Transaction transaction, List<Asked> all) {
        Iterator<Refresh> refreshed = grants.rotate(
                        transaction, all.stream().map(Asked::shown).toList())
                .iterator();
        List<TokenOutcome> outcomes = all.stream()
                .map(asked -> outcome(transaction, asked, refreshed.next()))
                .toList();
        note(transaction, outcomes);
        return outcomes;
    }

    /// The token stays as it is, so that little more than the access token is written.
    private TokenOutcome keep(Asked asked) {
        if (!(grants.keep(asked.request().tenant(), asked.shown())
                instanceof Refresh.Renewed(Grant grant, String token))) {
            return TokenOutcome.invalidGrant(OVER);
        }
        TokenOutcome outcome = given(asked, grant, token);
        return database.write(transaction -> {
            grants.noteUse(
                    transaction, grant, Lives.of(asked.request().client()).idle());
            note(transaction, List.of(outcome));
            return outcome;
        });
    }

    private void note(Transaction transaction, List<TokenOutcome> outcomes) {
        accessTokens.note(
                transaction,
                outcomes.stream()
                        .filter(TokenOutcome.Given.class::isInstance)
                        .map(outcome -> ((TokenOutcome.Given) outcome).issued().access())
                        .toList());
    }

    private TokenOutcome outcome(Transaction transaction, Asked asked, Refresh refresh) {
        return switch (refresh) {
            case Refresh.Over() -> TokenOutcome.invalidGrant(OVER);
            case Refresh.Reused(Grant grant) -> {
                events.write(
                        transaction,
                        AuthEvent.Type.TOKEN_REPLAYED,
                        AuthEvents.About.user(grant.user()),
                        asked.request().from(),
                        Map.of("client_id", asked.request().client().clientId(), "what", "refresh_token"));
                yield TokenOutcome.invalidGrant(
                        "the refresh token was used before; everything that came of it has been revoked");
            }
            case Refresh.Renewed(Grant grant, String token) -> given(asked, grant, token);
        };
    }

    private TokenOutcome given(Asked asked, Grant grant, String token) {
        TokenRequest request = asked.request();
        Wanted wanted = asked.wanted();
        List<String> wished = request.parameters().words("scope");
        // What was taken from the application since then it does not get again and again.
        List<String> possible = grant.given().scopes().stream()
                .filter(request.client().settings().grants().scopes()::contains)
                .toList();
        // Refused after the token was replaced: the client got no answer to the old one, and has ten seconds to ask
        // again.
        if (!possible.containsAll(wished)) {
            return TokenOutcome.refused("invalid_scope", "scope asks for more than was given");
        }
        if (!Resources.areAmong(wanted.resources(), grant.given().resources())) {
            return TokenOutcome.refused("invalid_target", "resource asks for more than was given");
        }
        if (!wanted.details().areAmong(grant.given().details())) {
            return new TokenOutcome.Refused(
                    Details.refusal("authorization_details asks for more than the person allowed"));
        }
        List<String> scopes = wished.isEmpty() ? possible : wished;
        Grant shown = wanted.details().on(grant);
        return new TokenOutcome.Given(new Issued(
                accessTokens.fresh(mint.wish(request.recipient(), shown, scopes, wanted.resources())),
                Optional.of(shown),
                Optional.of(token),
                scopes.contains("openid"),
                Optional.empty()));
    }
}
