package dev.keystead.acceptance;

import static dev.keystead.acceptance.TlsInstallation.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.AuthenticationSuccessResponse;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.UserInfo;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.LogoutTokenValidator;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// A relying party that uses the Nimbus SDK.
@ExtendWith(TlsInstallation.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NimbusClientTest {
    private final TlsInstallation installation;
    private final Installation.Workspace lodge;
    private final Issuer issuer;
    private final URI callback;
    private final String email;
    private final ClientID client;
    private final Secret secret;

    NimbusClientTest(TlsInstallation installation) {
        this.installation = installation;
        this.lodge = installation.makeWorkspace("lodge");
        this.issuer = new Issuer(lodge.issuer());
        this.callback = URI.create(installation.application().address() + "/callback");
        this.email = installation.makeUser(lodge, "lotte");
        Map<String, Object> settings = installation.register(
                lodge,
                ",\"first_party\":true,\"backchannel_logout_uri\":\""
                        + installation.application().address() + "/lodge-left\"");
        this.client = new ClientID(String.valueOf(settings.get("client_id")));
        this.secret = new Secret(String.valueOf(settings.get("client_secret")));
    }

    private void trusting(HTTPRequest request) {
        request.setSSLSocketFactory(installation.sockets());
    }

    private HTTPResponse send(HTTPRequest request) throws IOException {
        trusting(request);
        return request.send();
    }

    /// Sends somebody to sign in and takes the answer to the token endpoint.
    private OIDCTokenResponse signIn(Visitor visitor, OIDCProviderMetadata server, Nonce nonce) throws Exception {
        var state = new State();
        var verifier = new CodeVerifier();
        URI page = new AuthenticationRequest.Builder(ResponseType.CODE, new Scope("openid", "email"), client, callback)
                .endpointURI(server.getAuthorizationEndpointURI())
                .state(state)
                .nonce(nonce)
                .codeChallenge(verifier, CodeChallengeMethod.S256)
                .build()
                .toURI();
        visitor.open(page.toString());
        visitor.signIn(email, PASSWORD);
        AuthenticationSuccessResponse answer =
                AuthenticationResponseParser.parse(URI.create(visitor.place())).toSuccessResponse();
        assertThat(answer.getState()).isEqualTo(state);
        assertThat(answer.getIssuer()).as("RFC 9207").isEqualTo(issuer);
        AuthorizationCode code = answer.getAuthorizationCode();
        TokenRequest exchange = new TokenRequest.Builder(
                        server.getTokenEndpointURI(),
                        new ClientSecretBasic(client, secret),
                        new AuthorizationCodeGrant(code, callback, verifier))
                .build();
        return (OIDCTokenResponse)
                OIDCTokenResponseParser.parse(send(exchange.toHTTPRequest())).toSuccessResponse();
    }

    @Test
    void aRelyingPartySignsSomebodyInAndLearnsThatTheyLeft() throws Exception {
        OIDCProviderMetadata server = OIDCProviderMetadata.resolve(issuer, this::trusting);
        URL keys = server.getJWKSetURI().toURL();
        try (Visitor lotte = installation.visitor()) {
            var nonce = new Nonce();
            OIDCTokenResponse tokens = signIn(lotte, server, nonce);
            JWT idToken = tokens.getOIDCTokens().getIDToken();
            var validator = new IDTokenValidator(issuer, client, JWSAlgorithm.RS256, keys, installation.retriever());
            IDTokenClaimsSet claims = validator.validate(idToken, nonce);

            UserInfo person = UserInfoResponse.parse(send(new UserInfoRequest(
                                    server.getUserInfoEndpointURI(),
                                    tokens.getOIDCTokens().getAccessToken())
                            .toHTTPRequest()))
                    .toSuccessResponse()
                    .getUserInfo();
            assertThat(person.getSubject()).isEqualTo(claims.getSubject());
            assertThat(person.getEmailAddress()).isEqualTo(email);
            assertThatThrownBy(() -> validator.validate(idToken, new Nonce()))
                    .as("the nonce of another sign-in")
                    .isInstanceOf(BadJOSEException.class);

            var leaving = new LogoutRequest(server.getEndSessionEndpointURI(), idToken);
            lotte.open(leaving.toURI().toString());
            LogoutTokenClaimsSet notice = notice(keys);
            assertThat(notice.getSubject()).isEqualTo(claims.getSubject());
            assertThat(notice.getSessionID()).isEqualTo(claims.getSessionID());
        }
    }

    /// The notice that came behind the browser's back, if it holds.
    private LogoutTokenClaimsSet notice(URL keys) throws Exception {
        Application application = installation.application();
        Until.isTrue(
                "the notice has come", () -> !application.postsTo("/lodge-left").isEmpty());
        String token = application.postsTo("/lodge-left").getFirst().replaceFirst("^logout_token=", "");
        return new LogoutTokenValidator(issuer, client, JWSAlgorithm.RS256, keys, installation.retriever())
                .validate(JWTParser.parse(token));
    }
}
