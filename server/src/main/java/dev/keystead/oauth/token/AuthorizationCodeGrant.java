package dev.keystead.oauth.token;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.grant.Binding;
import dev.keystead.grant.Grants;
import dev.keystead.oauth.authorize.Code;
import dev.keystead.oauth.authorize.Codes;
import dev.keystead.oauth.mint.Issued;
import dev.keystead.oauth.mint.NewGrants;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.oauth.wire.Resources;
import dev.keystead.oauth.wire.Sha256;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Exchanges an authorization code (RFC 6749 section 4.1.3, RFC 7636 section 4.6).
final class AuthorizationCodeGrant {
    private static final Pattern VERIFIER = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

    private final Database database;
    private final Codes codes;
    private final Grants grants;
    private final NewGrants newGrants;
    private final TokenMint mint;
    private final AuthEvents events;

    AuthorizationCodeGrant(
            Database database, Codes codes, Grants grants, NewGrants newGrants, TokenMint mint, AuthEvents events) {
        this.database = database;
        this.codes = codes;
        this.grants = grants;
        this.newGrants = newGrants;
        this.mint = mint;
        this.events = events;
    }

    Map<String, Object> give(TokenRequest request) {
        String code = request.parameters().require("code");
        Wanted wanted = Wanted.read(request.parameters());
        TokenOutcome outcome = Scope.tenant(request.tenant().value())
                .call(() -> database.write(transaction -> exchange(transaction, request, code, wanted)));
        return outcome.answer(request, grants, mint);
    }

    private TokenOutcome exchange(Transaction transaction, TokenRequest request, String text, Wanted wanted) {
        return switch (codes.consume(transaction, request.client().id(), text)) {
            case Codes.Exchange.Unknown() ->
                TokenOutcome.invalidGrant("the code is unknown, has expired or is another application's");
            case Codes.Exchange.Replayed(Code code) -> {
                events.write(
                        transaction,
                        AuthEvent.Type.TOKEN_REPLAYED,
                        AuthEvents.About.user(code.user()).in(code.session()),
                        request.from(),
                        Map.of("client_id", request.client().clientId(), "what", "code"));
                yield TokenOutcome.invalidGrant("the code was used before; what it gave has been revoked");
            }
            case Codes.Exchange.Consumed(Code code) -> {
                Optional<String> wrong = wrongWith(code, request);
                if (wrong.isPresent()) {
                    yield TokenOutcome.invalidGrant(wrong.get());
                }
                // RFC 8707 section 2.2.
                if (!Resources.areAmong(wanted.resources(), code.given().resources())) {
                    yield TokenOutcome.refused("invalid_target", "resource was not asked for with the code");
                }
                yield wanted.details().areAmong(code.given().details())
                        ? new TokenOutcome.Given(issue(transaction, request, code, wanted))
                        : new TokenOutcome.Refused(
                                Details.refusal("authorization_details asks for more than the person allowed"));
            }
        };
    }

    private static Optional<String> wrongWith(Code code, TokenRequest request) {
        Parameters parameters = request.parameters();
        if (!code.redirectUri().equals(parameters.find("redirect_uri"))
                && (code.redirectUri().isPresent()
                        || parameters.find("redirect_uri").isPresent())) {
            return Optional.of("redirect_uri is not the one that the code was asked for with");
        }
        Optional<String> verifier = parameters.find("code_verifier");
        // RFC 9700 section 2.1.1: a verifier without a challenge means that somebody took the challenge away.
        if (code.challenge().isPresent() != verifier.isPresent()
                || !verifier.map(AuthorizationCodeGrant::challenge).equals(code.challenge())) {
            return Optional.of("code_verifier does not fit the code_challenge");
        }
        Optional<Binding> bound = code.given().binding();
        if (bound.isPresent() && !bound.equals(request.binding())) {
            return Optional.of("the code is bound to another key");
        }
        return Optional.empty();
    }

    private static String challenge(String verifier) {
        return VERIFIER.matcher(verifier).matches() ? Sha256.base64url(Sha256.of(verifier)) : "";
    }

    private Issued issue(Transaction transaction, TokenRequest request, Code code, Wanted wanted) {
        var start = new NewGrants.Start(code.grant(), code.user(), code.session(), code.given(), code.nonce());
        return newGrants.begin(transaction, request.recipient(), start, wanted.resources(), wanted.details()::on);
    }
}
