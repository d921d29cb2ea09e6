package dev.keystead.oauth.token;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.grant.Grant;
import dev.keystead.grant.Grants;
import dev.keystead.oauth.device.DeviceCode;
import dev.keystead.oauth.device.DeviceCodes;
import dev.keystead.oauth.mint.NewGrants;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.wire.Resources;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Gives a device its tokens once a person has allowed it (RFC 8628 sections 3.4 and 3.5).
final class DeviceCodeGrant {
    private final Database database;
    private final DeviceCodes codes;
    private final Grants grants;
    private final NewGrants newGrants;
    private final TokenMint mint;
    private final AuthEvents events;

    DeviceCodeGrant(
            Database database,
            DeviceCodes codes,
            Grants grants,
            NewGrants newGrants,
            TokenMint mint,
            AuthEvents events) {
        this.database = database;
        this.codes = codes;
        this.grants = grants;
        this.newGrants = newGrants;
        this.mint = mint;
        this.events = events;
    }

    Map<String, Object> give(TokenRequest request) {
        String code = request.parameters().require("device_code");
        List<String> resources = Resources.read(request.parameters());
        TokenOutcome outcome = Scope.tenant(request.tenant().value())
                .call(() -> database.write(transaction -> answer(transaction, request, code, resources)));
        return outcome.answer(request, grants, mint);
    }

    private TokenOutcome answer(Transaction transaction, TokenRequest request, String text, List<String> resources) {
        return switch (codes.poll(transaction, request.client().id(), text)) {
            case DeviceCodes.Poll.Allowed(DeviceCode code, DeviceCode.Allowed by) ->
                Resources.areAmong(resources, code.resources())
                        ? new TokenOutcome.Given(newGrants.begin(
                                transaction, request.recipient(), start(code, by), resources, UnaryOperator.identity()))
                        : TokenOutcome.refused("invalid_target", "resource was not asked for when the device began");
            case DeviceCodes.Poll.Pending() ->
                TokenOutcome.refused("authorization_pending", "nobody has answered yet; ask again after the interval");
            case DeviceCodes.Poll.TooSoon() ->
                TokenOutcome.refused("slow_down", "asked too soon; wait five seconds longer from now on");
            case DeviceCodes.Poll.Denied() -> TokenOutcome.refused("access_denied", "the person did not allow it");
            case DeviceCodes.Poll.Expired() ->
                TokenOutcome.refused("expired_token", "nobody answered in time; begin again");
            case DeviceCodes.Poll.Unknown() ->
                TokenOutcome.invalidGrant("the device code is unknown or another application's");
            case DeviceCodes.Poll.Replayed(DeviceCode _, DeviceCode.Allowed by) -> {
                events.write(
                        transaction,
                        AuthEvent.Type.TOKEN_REPLAYED,
                        AuthEvents.About.user(by.user()).in(by.session()),
                        request.from(),
                        Map.of("client_id", request.client().clientId(), "what", "device_code"));
                yield TokenOutcome.invalidGrant("the device code was used before; what it gave has been revoked");
            }
        };
    }

    private static NewGrants.Start start(DeviceCode code, DeviceCode.Allowed by) {
        var asked = new Grant.Given(
                code.scopes(),
                code.resources(),
                Optional.empty(),
                Optional.empty(),
                by.methods(),
                by.provenAt(),
                Optional.empty());
        return new NewGrants.Start(code.grant(), by.user(), by.session(), asked, Optional.empty());
    }
}
