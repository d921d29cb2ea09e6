// The peer oidc-provider: the library as its documentation has it, with everything that must outlive a request in
// PostgreSQL, one signing key (ES256), and a sign-in page that checks an Argon2id hash.
//
//   node server.mjs PORT DATABASE_URL PASSWORD_HASH
//
// Access tokens of `svc` are JWTs, which the library stores nowhere. Those of `web` are opaque, for only such tokens
// can be shown to userinfo and to introspection there.
import { createServer } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';
import pg from 'pg';
import { verify } from '@node-rs/argon2';

const [port, databaseUrl, passwordHash] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
const RESOURCE = 'urn:bench:api';

await pool.query(`
  create table if not exists payload (
    kind text not null,
    id text not null,
    body jsonb not null,
    grant_id text,
    uid text,
    consumed_at bigint,
    expires_at timestamptz,
    primary key (kind, id)
  );
  create index if not exists payload_by_grant on payload (grant_id) where grant_id is not null;
  create index if not exists payload_by_uid on payload (uid) where uid is not null;`);

// Named statements, so that PostgreSQL parses and plans each once for a connection.
const run = (name, text, values) => pool.query({ name, text, values });
const found = ({ rows }) => (rows.length === 0 ? undefined : {
  ...rows[0].body,
  ...(rows[0].consumed_at ? { consumed: Number(rows[0].consumed_at) } : undefined),
});

class PostgresAdapter {
  constructor(kind) {
    this.kind = kind;
  }

  async upsert(id, body, expiresIn) {
    const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
    await run('upsert', `
      insert into payload (kind, id, body, grant_id, uid, expires_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (kind, id) do update set body = excluded.body, grant_id = excluded.grant_id,
        uid = excluded.uid, expires_at = excluded.expires_at`,
    [this.kind, id, body, body.grantId ?? null, body.uid ?? null, expiresAt]);
  }

  async find(id) {
    return found(await run('find', `
      select body, consumed_at from payload
      where kind = $1 and id = $2 and (expires_at is null or expires_at > now())`, [this.kind, id]));
  }

  async findByUid(uid) {
    return found(await run('find-by-uid', `
      select body, consumed_at from payload
      where uid = $2 and kind = $1 and (expires_at is null or expires_at > now())`, [this.kind, uid]));
  }

  async findByUserCode() {
    return undefined;
  }

  async consume(id) {
    await run('consume', 'update payload set consumed_at = $3 where kind = $1 and id = $2',
      [this.kind, id, Math.floor(Date.now() / 1000)]);
  }

  async destroy(id) {
    await run('destroy', 'delete from payload where kind = $1 and id = $2', [this.kind, id]);
  }

  async revokeByGrantId(grantId) {
    await run('revoke', 'delete from payload where grant_id = $1', [grantId]);
  }
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const confidential = { token_endpoint_auth_method: 'client_secret_basic', id_token_signed_response_alg: 'ES256' };

const provider = new Provider(issuer, {
  adapter: PostgresAdapter,
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'bench' }] },
  clients: [
    {
      ...confidential,
      client_id: 'svc',
      client_secret: 'svc-secret-0123456789',
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
    },
    {
      ...confidential,
      client_id: 'web',
      client_secret: 'web-secret-0123456789',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1:9/cb'],
    },
  ],
  cookies: { keys: ['a key of a throw-away server'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.test`, email_verified: true }),
  }),
  features: {
    devInteractions: { enabled: false },
    introspection: { enabled: true },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_, client) => (client.clientId === 'svc' ? RESOURCE : undefined),
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'api',
        audience: RESOURCE,
        accessTokenTTL: 600,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
  issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  loadExistingGrant: async (ctx) => {
    const { client, session } = ctx.oidc;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 86400, IdToken: 600, Interaction: 600, RefreshToken: 86400, Session: 86400 },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
});

const page = (uid) => `<!doctype html><title>Sign in</title>
<form method="post" action="/interaction/${uid}">
<input name="login"><input type="password" name="password"><button>Sign in</button></form>`;

async function formOf(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
  }
  return new URLSearchParams(text);
}

async function interact(request, response) {
  const { uid } = await provider.interactionDetails(request, response);
  if (request.method === 'POST') {
    const form = await formOf(request);
    if (await verify(passwordHash, form.get('password') ?? '')) {
      await provider.interactionFinished(request, response, { login: { accountId: form.get('login') } });
      return;
    }
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page(uid));
}

const protocol = provider.callback();
createServer((request, response) => {
  if (request.url.startsWith('/interaction/')) {
    interact(request, response).catch((error) => {
      console.error(error);
      response.writeHead(500);
      response.end();
    });
  } else {
    protocol(request, response);
  }
}).listen(Number(port), '127.0.0.1', () => console.log(`ready at ${issuer}`));
