// An identity provider that is not ours, for people who come from one: the library with its own pages for trying out,
// which take any name and password.
//
//   node oidc-provider.mjs PORT REDIRECT_URI POST_LOGOUT_URI BACKCHANNEL_LOGOUT_URI
//
// Says `ready` once it listens.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [port, redirectUri, postLogoutUri, logoutUri] = process.argv.slice(2);

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{
    client_id: 'keystead',
    client_secret: 'a secret of forty characters, or nearly so',
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [postLogoutUri],
    backchannel_logout_uri: logoutUri,
    backchannel_logout_session_required: true,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: 'openid email profile',
  }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
  conformIdTokenClaims: false,
  features: { backchannelLogout: { enabled: true } },
  // Its own way of calling refuses addresses of this machine, and here everybody is on it.
  fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: `${id}@house.example`,
      email_verified: true,
      name: `${id[0].toUpperCase()}${id.slice(1)} of the House`,
      preferred_username: id,
    }),
  }),
});

// The pages for trying out want a font from elsewhere, which nobody here asks for.
provider.use(async (context, next) => {
  await next();
  if (typeof context.body === 'string') {
    context.body = context.body.replaceAll(/@import url\(https:[^)]*\);/g, '');
  }
});

createServer(provider.callback()).listen(Number(port), '127.0.0.1', () => console.log('ready'));
