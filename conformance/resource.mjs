// A resource for clients that do not ask for an ID token: takes access tokens that are bound to a key (RFC 9449
// section 7) and asks Keystead whether they are still good (RFC 7662).
import { constants, createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { call } from './web.mjs';

const SKEW = 60;
// Those that FAPI 2.0 section 5.2.2 allows.
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384',
].join(':');

export class Resource {
  #keystead;
  #server;
  #seen = new Set();

  constructor(keystead) {
    this.#keystead = keystead;
  }

  async open() {
    this.authorization = await this.#keystead.introspector();
    // Keystead's own certificate is good for every server on this machine.
    const identity = readFileSync(join(this.#keystead.folder, 'data', 'self-signed.pem'));
    const serve = (request, answer) => this.#answer(request, answer);
    this.#server = https.createServer({ key: identity, cert: identity, ciphers: CIPHERS }, serve);
    await new Promise((resolve) => this.#server.listen(0, 'localhost', resolve));
    this.address = `https://localhost:${this.#server.address().port}/thing`;
  }

  close() {
    this.#server?.close();
  }

  async #answer(request, answer) {
    request.resume();
    const headers = { 'Content-Type': 'application/json' };
    try {
      await this.#check(request);
      answer.writeHead(200, headers).end('{"thing":"seen"}');
    } catch (error) {
      headers['WWW-Authenticate'] = 'DPoP error="invalid_token"';
      answer.writeHead(401, headers).end(JSON.stringify({ error: 'invalid_token', error_description: error.message }));
    }
  }

  async #check(request) {
    const [, token] = /^DPoP +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    need(token, 'an access token is needed');
    const told = await call(`${this.#keystead.issuer}/oauth/v2/introspect`, {
      method: 'POST',
      headers: { Authorization: this.authorization, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token }).toString(),
    });
    const { active, cnf } = JSON.parse(told.text);
    need(active === true, 'the access token is not good any more');
    const key = this.#proven(request, token);
    need(cnf?.jkt === thumbprint(key), 'the access token is bound to another key');
  }

  // The key that a proof shows, checked in the order of RFC 9449 section 4.3.
  #proven(request, token) {
    const sent = request.headers.dpop;
    need(typeof sent === 'string' && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(sent), 'one proof is needed');
    const [header, claims, signature] = sent.split('.').map((part) => Buffer.from(part, 'base64url'));
    const { typ, alg, jwk } = JSON.parse(header);
    need(typ === 'dpop+jwt', 'typ of the proof');
    need(jwk && !('d' in jwk), 'jwk of the proof');
    need(isSigned(alg, jwk, Buffer.from(sent.slice(0, sent.lastIndexOf('.'))), signature), 'signature of the proof');
    const { htm, htu, iat, jti, ath } = JSON.parse(claims);
    need(htm === request.method, 'htm of the proof');
    need(place(htu) === place(`https://${request.headers.host}${request.url}`), 'htu of the proof');
    need(Math.abs(iat - Date.now() / 1000) < SKEW, 'iat of the proof');
    need(ath === createHash('sha256').update(token).digest('base64url'), 'ath of the proof');
    need(jti && !this.#seen.has(jti), 'the proof was seen before');
    this.#seen.add(jti);
    return jwk;
  }
}

function need(holds, what) {
  if (!holds) throw new Error(what);
}

function isSigned(alg, jwk, input, signature) {
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  switch (alg) {
    case 'ES256':
      return verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, signature);
    case 'PS256':
      return verify('sha256', input, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature);
    case 'EdDSA':
      return verify(null, input, key, signature);
    default:
      return false;
  }
}

// RFC 3986 section 6.2: addresses that mean the same place are the same; query and fragment do not count.
function place(address) {
  const { origin, pathname } = new URL(address);
  return origin + decodeURI(pathname);
}

// RFC 7638.
function thumbprint({ kty, crv, x, y, e, n }) {
  const members = { EC: { crv, kty, x, y }, RSA: { e, kty, n }, OKP: { crv, kty, x } }[kty];
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
