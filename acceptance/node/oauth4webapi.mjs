// An application and its interface that use oauth4webapi: every step by hand, every answer checked.
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import { inside, run, visit } from "./journey.mjs";

const LOGOUT = "http://schemas.openid.net/event/backchannel-logout";

async function discover(issuer) {
  const identifier = new URL(issuer);
  return oauth.processDiscoveryResponse(identifier, await oauth.discoveryRequest(identifier));
}

async function signIn(server, client, authentication, settings, options) {
  const { redirect_uri, scope, resource } = settings;
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const page = new URL(server.authorization_endpoint);
  page.search = new URLSearchParams({
    client_id: client.client_id,
    response_type: "code",
    redirect_uri,
    scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  // RFC 8707: for the interface, and for the server's own, which tells about the person.
  [resource, resource && server.issuer].filter(Boolean).forEach(each => page.searchParams.append("resource", each));
  const back = oauth.validateAuthResponse(server, client, await visit(page), state);
  const ask = () => oauth.authorizationCodeGrantRequest(
    server, client, authentication, back, redirect_uri, verifier, options);
  const read = answer => oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  let answer = await ask();
  let tokens;
  let retried = false;
  try {
    tokens = await read(answer);
  } catch (problem) {
    // RFC 9449 section 8: the server wants its nonce in the proof, and has just told it.
    if (!oauth.isDPoPNonceError(problem)) {
      throw problem;
    }
    retried = true;
    answer = await ask();
    tokens = await read(answer);
  }
  await oauth.validateApplicationLevelSignature(server, answer);
  return { tokens, retried, claims: oauth.getValidatedIdTokenClaims(tokens) };
}

/** The request with a token as it comes to an interface, which is our own here. */
function call(resource, headers) {
  return new Request(`${resource}/orders`, { headers });
}

/** Whether an interface takes the token: RFC 9068 section 4, offline by the server's keys. */
async function takes(server, request, audience, options) {
  try {
    return await oauth.validateJwtAccessToken(server, request, audience, options);
  } catch (problem) {
    return problem.code ?? problem.message;
  }
}

const journeys = {
  /** Sign-in, signed data of the person, signed introspection, and the token at an interface. */
  async web(settings) {
    const server = await discover(settings.issuer);
    const client = {
      client_id: settings.client_id,
      userinfo_signed_response_alg: "ES256",
      introspection_signed_response_alg: "ES256",
    };
    const secret = oauth.ClientSecretBasic(settings.client_secret);
    const { tokens, claims } = await signIn(server, client, secret, settings);

    const told = await oauth.userInfoRequest(server, client, tokens.access_token);
    const person = await oauth.processUserInfoResponse(server, client, claims.sub, told);
    await oauth.validateApplicationLevelSignature(server, told);

    const looked = await oauth.introspectionRequest(server, client, secret, tokens.access_token, {
      requestJwtResponse: true,
    });
    const known = await oauth.processIntrospectionResponse(server, client, looked);
    await oauth.validateApplicationLevelSignature(server, looked);

    const refreshed = await oauth.processRefreshTokenResponse(server, client,
      await oauth.refreshTokenGrantRequest(server, client, secret, tokens.refresh_token));
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, secret, refreshed.refresh_token));

    const request = call(settings.resource, { authorization: `Bearer ${refreshed.access_token}` });
    const other = await discover(settings.other_issuer);
    return {
      claims,
      person,
      known,
      taken: await takes(server, request, settings.resource),
      elsewhere: await takes(server, request, "https://elsewhere.example"),
      byOtherIssuer: await takes(other, request, settings.resource),
      asIdToken: await takes(
        server, call(settings.resource, { authorization: `Bearer ${tokens.id_token}` }), settings.client_id),
    };
  },

  /** DPoP by hand, up to an interface that checks the proof. */
  async dpop(settings) {
    const server = await discover(settings.issuer);
    const client = { client_id: settings.client_id };
    const DPoP = oauth.DPoP(client, await oauth.generateKeyPair("ES256"));
    const { tokens, retried, claims } = await signIn(server, client, oauth.None(), settings, { DPoP });
    let request;
    await oauth.protectedResourceRequest(
      tokens.access_token, "GET", new URL(`${settings.resource}/orders`), undefined, undefined, {
        DPoP,
        [oauth.customFetch]: (address, { headers }) => {
          request = new Request(address, { headers });
          return new Response("{}");
        },
      });
    const naked = call(settings.resource, { authorization: `DPoP ${tokens.access_token}` });
    return {
      retried,
      claims,
      type: tokens.token_type,
      bound: inside(tokens.access_token).claims.cnf.jkt,
      key: await DPoP.calculateThumbprint(),
      taken: await takes(server, request, settings.resource, { requireDPoP: true }),
      withoutProof: await takes(server, naked, settings.resource, { requireDPoP: true }),
    };
  },

  /** Somebody comes and leaves again. */
  async leave(settings) {
    const server = await discover(settings.issuer);
    const client = { client_id: settings.client_id };
    const { tokens, claims } = await signIn(server, client, oauth.ClientSecretBasic(settings.client_secret), settings);
    const leaving = new URL(server.end_session_endpoint);
    leaving.searchParams.set("id_token_hint", tokens.id_token);
    await visit(leaving);
    return { claims };
  },

  /** OpenID Connect Back-Channel Logout section 2.6, by jose. */
  async loggedOut(settings) {
    const server = await discover(settings.issuer);
    const { payload, protectedHeader } = await jwtVerify(
      settings.logout_token, createRemoteJWKSet(new URL(server.jwks_uri)), {
        issuer: server.issuer,
        audience: settings.client_id,
        typ: "logout+jwt",
        algorithms: server.id_token_signing_alg_values_supported,
        requiredClaims: ["iat", "jti", "exp", "sid"],
      });
    return { payload, algorithm: protectedHeader.alg, event: payload.events[LOGOUT], nonce: "nonce" in payload };
  },
};

await run(journeys);
