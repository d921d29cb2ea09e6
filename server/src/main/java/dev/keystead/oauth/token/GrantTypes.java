package dev.keystead.oauth.token;

import dev.keystead.authevent.AuthEvents;
import dev.keystead.bot.ActingBots;
import dev.keystead.bot.BotLimits;
import dev.keystead.client.Clients;
import dev.keystead.client.GrantType;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grants;
import dev.keystead.oauth.authorize.Codes;
import dev.keystead.oauth.device.DeviceCodes;
import dev.keystead.oauth.mint.NewGrants;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.tenancy.Database;
import java.time.Clock;
import java.util.Map;

/// The ways to come by tokens: one file for each.
public final class GrantTypes {
    private final AuthorizationCodeGrant authorizationCode;
    private final RefreshTokenGrant refreshToken;
    private final ClientCredentialsGrant clientCredentials;
    private final DeviceCodeGrant deviceCode;
    private final TokenExchangeGrant tokenExchange;

    /// What they are made of.
    public record Parts(
            Database database,
            Clients clients,
            Codes codes,
            DeviceCodes deviceCodes,
            Grants grants,
            AccessTokens accessTokens,
            TokenMint mint,
            NewGrants newGrants,
            ActingBots bots,
            BotLimits botLimits,
            OwnInterface ownInterface,
            AuthEvents events,
            Clock clock) {}

    public GrantTypes(Parts parts) {
        TokenMint mint = parts.mint();
        NewGrants newGrants = parts.newGrants();
        this.authorizationCode = new AuthorizationCodeGrant(
                parts.database(), parts.codes(), parts.grants(), newGrants, mint, parts.events());
        this.refreshToken =
                new RefreshTokenGrant(parts.database(), parts.grants(), parts.accessTokens(), mint, parts.events());
        this.clientCredentials = new ClientCredentialsGrant(
                parts.accessTokens(), parts.bots(), parts.botLimits(), parts.ownInterface(), mint);
        this.deviceCode = new DeviceCodeGrant(
                parts.database(), parts.deviceCodes(), parts.grants(), newGrants, mint, parts.events());
        this.tokenExchange = new TokenExchangeGrant(
                parts.accessTokens(), parts.clients(), parts.ownInterface(), mint, parts.clock());
    }

    Map<String, Object> give(GrantType type, TokenRequest request) {
        boolean mayHaveDetails = type == GrantType.AUTHORIZATION_CODE || type == GrantType.REFRESH_TOKEN;
        if (!mayHaveDetails && !Details.read(request.parameters()).wanted().isEmpty()) {
            throw Details.refusal("authorization_details are allowed by a person, at the authorization endpoint");
        }
        return switch (type) {
            case AUTHORIZATION_CODE -> authorizationCode.give(request);
            case REFRESH_TOKEN -> refreshToken.give(request);
            case CLIENT_CREDENTIALS -> clientCredentials.give(request);
            case DEVICE_CODE -> deviceCode.give(request);
            case TOKEN_EXCHANGE -> tokenExchange.give(request);
            case IMPLICIT ->
                throw OAuthError.of(
                        "unsupported_grant_type",
                        "what the implicit grant gives comes from the authorization endpoint");
        };
    }
}
