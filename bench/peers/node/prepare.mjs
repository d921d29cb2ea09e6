// Gives three servers the same people and the same two clients, and writes the files by which the load finds them.
//
//   node prepare.mjs hash                                  prints the Argon2id hash of the one password
//   node prepare.mjs databases ADMINISTRATOR_URL NAME…     makes an empty database for each name
//   node prepare.mjs realm FILE                            prints Keycloak's realm with its people
//   node prepare.mjs keystead ADDRESS SETUP_TOKEN          prints the properties of a new Keystead
//
// Everything here is thrown away after the comparison, the one password too.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { hash } from '@node-rs/argon2';

const PASSWORD = 'Passw0rd-Bench';
const PEOPLE = 50;
const people = Array.from({ length: PEOPLE }, (_, n) => `user${String(n).padStart(4, '0')}`);

// What OWASP names first for Argon2id, and what all three servers are told to use.
const passwordHash = () => hash(PASSWORD, { memoryCost: 19456, timeCost: 2, parallelism: 1 });

async function databases(administrator, ...names) {
  const client = new pg.Client({ connectionString: administrator });
  await client.connect();
  for (const name of names) {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  }
  await client.end();
}

async function realm(file) {
  const described = JSON.parse(await readFile(file, 'utf8'));
  described.users = people.map((name) => ({
    username: name,
    email: `${name}@example.test`,
    emailVerified: true,
    firstName: 'Bench',
    lastName: name,
    enabled: true,
    credentials: [{ type: 'password', value: PASSWORD }],
  }));
  console.log(JSON.stringify(described, null, 2));
}

function api(address) {
  let key;
  return async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    }
    const read = text ? JSON.parse(text) : {};
    key ??= read.api_key;
    return read;
  };
}

async function keystead(address, token) {
  const call = api(address);
  await call('POST', '/v1/system/bootstrap', { token });
  // All sign-ins come from one address, many at the same time, and each counts as a guess until it proves right.
  const [workspace] = (await call('GET', '/v1/workspaces')).items;
  await call('PUT', `/v1/workspaces/${workspace.id}/policies/lockout`, {
    threshold: 100,
    first_seconds: 60,
    max_seconds: 60,
  });
  const svc = await call('POST', '/v1/clients', {
    client_id: 'svc',
    name: 'svc',
    type: 'confidential',
    first_party: true,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials'],
    response_types: [],
    scopes: ['api'],
  });
  const web = await call('POST', '/v1/clients', {
    client_id: 'web',
    name: 'web',
    type: 'confidential',
    first_party: true,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: ['http://127.0.0.1:9/cb'],
    scopes: ['openid', 'email'],
    id_token_signed_response_alg: 'ES256',
  });
  const encoded = await passwordHash();
  for (const name of people) {
    const user = await call('POST', '/v1/users', { email: `${name}@example.test`, display_name: name });
    await call('PUT', `/v1/users/${user.id}/password-hash`, { hash: encoded });
  }
  console.log(`peer=keystead
discovery=${address}/.well-known/openid-configuration
authorize=${address}/oauth/v2/authorize
token=${address}/oauth/v2/token
introspect=${address}/oauth/v2/introspect
userinfo=${address}/oidc/v1/userinfo
jwks=${address}/.well-known/jwks.json
svc-client-id=svc
svc-client-secret=${svc.client_secret}
web-client-id=web
web-client-secret=${web.client_secret}
redirect-uri=http://127.0.0.1:9/cb
scope=openid email
user-format=user%04d@example.test
user-count=${PEOPLE}
password=${PASSWORD}
username-field=identifier
password-field=password`);
}

const [what, ...words] = process.argv.slice(2);
switch (what) {
  case 'hash':
    console.log(await passwordHash());
    break;
  case 'databases':
    await databases(...words);
    break;
  case 'realm':
    await realm(...words);
    break;
  case 'keystead':
    await keystead(...words);
    break;
  default:
    throw new Error(`${what} is none of hash, databases, realm, keystead`);
}
