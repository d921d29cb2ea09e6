// An application that uses openid-client, as https://github.com/panva/openid-client shows it.
import { readFileSync } from "node:fs";
import { importJWK } from "jose";
import * as client from "openid-client";
import { Agent, fetch as undiciFetch } from "undici";
import { inside, refusal, run, visit, watching } from "./journey.mjs";

const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

async function connect({ issuer, client_id, client_secret }, authentication, options) {
  // Keystead registers client_secret_basic unless told otherwise; the library would send the secret in the body.
  const proof = authentication ?? client.ClientSecretBasic(client_secret);
  const config = await client.discovery(new URL(issuer), client_id, undefined, proof, options);
  // ID tokens are checked against the keys of the server too, although they come straight from it.
  client.enableNonRepudiationChecks(config);
  return config;
}

async function privateKey({ key }) {
  return { key: await importJWK(key, "ES256"), kid: key.kid };
}

/** The code flow with PKCE, state and nonce. `address` makes of the parameters where the person is sent. */
async function signIn(config, { redirect_uri, scope, resource }, address, options) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const page = await address(config, {
    redirect_uri,
    scope,
    ...(resource && { resource }),
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
    nonce: expectedNonce,
  });
  const back = await visit(page);
  const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
  const tokens = await client.authorizationCodeGrant(config, back, checks, undefined, options);
  return { page: String(page), tokens, claims: tokens.claims() };
}

const journeys = {
  /** Sign-in, the person's data, refreshing, looking at tokens, revoking, leaving. */
  async web(settings) {
    const config = await connect(settings);
    const { tokens, claims } = await signIn(config, settings, client.buildAuthorizationUrl);
    const person = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
    const second = await client.refreshTokenGrant(config, tokens.refresh_token);
    const third = await client.refreshTokenGrant(config, second.refresh_token);
    const known = await client.tokenIntrospection(config, third.access_token);
    await client.tokenRevocation(config, third.access_token);
    const revoked = await client.tokenIntrospection(config, third.access_token);
    const leaving = client.buildEndSessionUrl(config, {
      id_token_hint: third.id_token,
      post_logout_redirect_uri: settings.post_logout_redirect_uri,
      state: "left",
    });
    // A refresh token that was used before is a thief's: what came of it ends too.
    const reused = await refusal(client.refreshTokenGrant(config, tokens.refresh_token));
    const newest = await refusal(client.refreshTokenGrant(config, third.refresh_token));
    const left = await visit(leaving);
    return {
      claims,
      person,
      known,
      revoked,
      reused,
      newest,
      left: String(left),
      rotated: new Set([tokens, second, third].map(each => each.refresh_token)).size,
    };
  },

  /** Somebody says no. */
  async denied(settings) {
    const config = await connect(settings);
    return { error: await refusal(signIn(config, settings, client.buildAuthorizationUrl)) };
  },

  /** RFC 9126: the request goes ahead of the person. */
  async pushed(settings) {
    const config = await connect(settings);
    const { page, claims } = await signIn(config, settings, client.buildAuthorizationUrlWithPAR);
    return { page, claims };
  },

  /** RFC 9101 and RFC 7523: the request and the client's proof are signed. */
  async signed(settings) {
    const key = await privateKey(settings);
    const config = await connect(settings, client.PrivateKeyJwt(key));
    const { page, claims } = await signIn(config, settings, (to, parameters) =>
      client.buildAuthorizationUrlWithJAR(to, parameters, key));
    return { page, claims };
  },

  /** RFC 9449 in an application without a secret: the key makes the tokens its own. */
  async dpop(settings) {
    const requests = [];
    const config = await connect(settings, client.None(), { [client.customFetch]: watching(requests) });
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair("ES256"));
    const { tokens, claims } = await signIn(config, settings, client.buildAuthorizationUrl, { DPoP });
    const person = await client.fetchUserInfo(config, tokens.access_token, claims.sub, { DPoP });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token, undefined, { DPoP });
    const stranger = client.getDPoPHandle(config, await client.randomDPoPKeyPair("ES256"));
    return {
      requests,
      person,
      type: tokens.token_type,
      key: await DPoP.calculateThumbprint(),
      bound: inside(refreshed.access_token).claims.cnf.jkt,
      stolen: await refusal(
        client.refreshTokenGrant(config, refreshed.refresh_token, undefined, { DPoP: stranger })),
    };
  },

  /** FAPI 2.0 Security Profile: pushed request, private_key_jwt, DPoP. */
  async fapi(settings) {
    const requests = [];
    const config = await connect(settings, client.PrivateKeyJwt(await privateKey(settings)), {
      [client.customFetch]: watching(requests),
    });
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair("ES256"));
    const { page, tokens, claims } = await signIn(
      config, settings, (to, parameters) => client.buildAuthorizationUrlWithPAR(to, parameters, { DPoP }), { DPoP });
    const person = await client.fetchUserInfo(config, tokens.access_token, claims.sub, { DPoP });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token, undefined, { DPoP });
    return {
      page,
      requests,
      person,
      type: refreshed.token_type,
      algorithm: inside(tokens.id_token).header.alg,
      key: await DPoP.calculateThumbprint(),
      bound: inside(refreshed.access_token).claims.cnf.jkt,
      rotated: refreshed.refresh_token !== undefined && refreshed.refresh_token !== tokens.refresh_token,
    };
  },

  /** RFC 8705: a certificate proves the client and makes the tokens its own. */
  async certificate(settings) {
    const agent = new Agent({
      connect: { cert: readFileSync(settings.certificate), key: readFileSync(settings.certificate_key) },
    });
    const shown = (address, options) => undiciFetch(address, { ...options, dispatcher: agent });
    const config = await connect(settings, client.TlsClientAuth(), { [client.customFetch]: shown });
    const { tokens, claims } = await signIn(config, settings, client.buildAuthorizationUrl);
    const person = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
    config[client.customFetch] = fetch;
    const withoutIt = await refusal(client.fetchUserInfo(config, tokens.access_token, claims.sub));
    const unproven = await refusal(client.refreshTokenGrant(config, tokens.refresh_token));
    await agent.close();
    return { person, withoutIt, unproven, bound: inside(tokens.access_token).claims.cnf["x5t#S256"] };
  },

  /** A program that acts for itself, proven by its key. */
  async service(settings) {
    const config = await connect(settings, client.PrivateKeyJwt(await privateKey(settings)));
    const { resource, scope } = settings;
    const tokens = await client.clientCredentialsGrant(config, { resource, scope });
    return inside(tokens.access_token);
  },

  /** RFC 8628: a device without a keyboard, and a person elsewhere. */
  async device(settings) {
    const config = await connect(settings, client.None());
    const asked = await client.initiateDeviceAuthorization(config, { scope: settings.scope });
    const early = await refusal(client.genericGrantRequest(
      config, "urn:ietf:params:oauth:grant-type:device_code", { device_code: asked.device_code }));
    await visit(asked.verification_uri_complete);
    const tokens = await client.pollDeviceAuthorizationGrant(config, asked);
    const { sub } = tokens.claims();
    return { early, code: asked.user_code, person: await client.fetchUserInfo(config, tokens.access_token, sub) };
  },

  /** RFC 7591: the application registers itself and signs somebody in. */
  async register(settings) {
    const config = await client.dynamicClientRegistration(
      new URL(settings.issuer),
      {
        client_name: "Newcomer",
        redirect_uris: [settings.redirect_uri],
        token_endpoint_auth_method: "client_secret_post",
      },
      undefined,
      { initialAccessToken: settings.initial_access_token });
    client.enableNonRepudiationChecks(config);
    const { claims } = await signIn(config, settings, client.buildAuthorizationUrl);
    const registered = config.clientMetadata();
    return { client_id: registered.client_id, method: registered.token_endpoint_auth_method, claims };
  },

  /** RFC 8693: an interface calls another one in the name of who called it. */
  async exchange(settings) {
    const front = await connect(settings);
    const { tokens } = await signIn(front, settings, client.buildAuthorizationUrl);
    const behind = await connect(settings.behind);
    const exchanged = await client.genericGrantRequest(
      behind, "urn:ietf:params:oauth:grant-type:token-exchange", {
        subject_token: tokens.access_token,
        subject_token_type: ACCESS_TOKEN,
        resource: settings.behind.resource,
        scope: settings.behind.scope,
      });
    return { before: inside(tokens.access_token).claims, after: inside(exchanged.access_token).claims };
  },
};

await run(journeys);
