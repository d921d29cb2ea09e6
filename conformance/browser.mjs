// What the suite's browser does on Keystead's pages: signs in, consents, leaves, and keeps the pages that a person
// has to look at afterwards ("update-image-placeholder").

export const person = { email: 'ada@example.org', handle: 'ada', password: 'correct horse battery staple' };

const submit = ['click', 'css', 'form button[type=submit]'];
const keep = (id) => ['wait', 'id', id, 10, '.*', 'update-image-placeholder'];

// remembers: whether consent is given for the next time too. Where a client serves a whole plan it must not be, so
// that every flow comes by the page that asks.
export function browser(issuer, remembers) {
  const asked = `${issuer}/oauth/v2/authorize*`;
  const left = `${issuer}/oidc/v1/end_session*`;
  const back = [['wait', 'id', 'submission_complete', 10]];
  const done = { task: 'Back at the client', match: '*/test/*/callback*', commands: back };

  const signIn = (keeping) => [
    {
      task: 'Name',
      optional: true,
      match: `${issuer}/sign-in?*`,
      commands: [...keeping('identifier'), ['text', 'id', 'identifier', person.email], submit],
    },
    {
      task: 'Password',
      optional: true,
      match: `${issuer}/sign-in/*`,
      commands: [...keeping('password'), ['text', 'id', 'password', person.password], submit],
    },
  ];
  const nothing = () => [];
  const kept = (id) => [['wait', 'id', id, 10, '.*', 'update-image-placeholder-optional']];
  const forget = remembers ? [] : [['click', 'css', 'input[name=remember]', 'optional']];
  const consent = (answer) => ({
    task: 'Consent',
    optional: true,
    match: asked,
    commands: [...forget, ['click', 'id', answer, 'optional']],
  });

  const authorize = { match: asked, tasks: [...signIn(nothing), consent('allow'), done] };
  const authorizeKept = { match: asked, tasks: [...signIn(kept), consent('allow'), done] };
  const deny = { match: asked, tasks: [...signIn(nothing), consent('deny'), done] };
  const looking = { task: 'Only look', match: `${issuer}/sign-in?*`, commands: [['wait', 'id', 'identifier', 10]] };
  const look = { match: asked, tasks: [looking] };
  const asking = { task: 'Consent', match: asked, commands: [keep('allow')] };
  const consentKept = { match: asked, tasks: [...signIn(nothing), asking] };
  const refused = { match: asked, tasks: [{ task: 'Error', match: asked, commands: [keep('error')] }] };
  const once = (steps) => ({ ...steps, 'match-limit': 1 });

  const confirm = { task: 'Confirm', optional: true, match: left, commands: [['click', 'id', 'sign-out', 'optional']] };
  const logout = {
    match: left,
    tasks: [
      confirm,
      { task: 'Sent back', optional: true, match: `${issuer}/*`, commands: [['wait', 'contains', '/test/', 10]] },
      { task: 'Back at the client', match: '*/test/*/post*' },
    ],
  };
  const logoutKept = (id) => ({ match: left, tasks: [confirm, { task: 'Page', match: left, commands: [keep(id)] }] });

  const fapi2 = (module) => `fapi2-security-profile-final-${module}`;
  const leaving = (module) => `oidcc-rp-initiated-logout-${module}`;
  const others = [
    [['oidcc-prompt-login', 'oidcc-max-age-1'], [authorizeKept]],
    [['oidcc-ensure-registered-redirect-uri', 'oidcc-redirect-uri-query-added', 'oidcc-redirect-uri-query-mismatch',
      'oidcc-ensure-redirect-uri-in-authorization-request'], [refused]],
    [['oidcc-registration-logo-uri', 'oidcc-registration-policy-uri', 'oidcc-registration-tos-uri'], [consentKept]],
    [['bad-post-logout-redirect-uri', 'query-added-to-post-logout-redirect-uri', 'modified-id-token-hint',
      'bad-id-token-hint', 'no-id-token-hint'].map(leaving), [authorize, logoutKept('error')]],
    [['no-params', 'no-post-logout-redirect-uri', 'only-state'].map(leaving), [authorize, logoutKept('signed-out')]],
    [[fapi2('user-rejects-authentication')], [deny]],
    [['ensure-unsigned-authorization-request-without-using-par-fails', 'par-attempt-to-use-expired-request_uri',
      'par-attempt-to-use-request_uri-for-different-client'].map(fapi2), [refused]],
    [[fapi2('par-attempt-reuse-request_uri')], [once(authorize), refused]],
    [[fapi2('par-ensure-reused-request-uri-prior-to-auth-completion-succeeds')], [once(look), authorize]],
  ];
  const overrides = others.flatMap(([modules, steps]) => modules.map((module) => [module, { browser: steps }]));
  return { browser: [authorize, logout], override: Object.fromEntries(overrides) };
}
