// The plans of the suite that Keystead is held to, by short names.

const discovered = { server_metadata: 'discovery', client_registration: 'dynamic_client' };
const leaving = { response_type: 'code', client_registration: 'dynamic_client' };
const fapi2 = { client_auth_type: 'private_key_jwt', sender_constrain: 'dpop', fapi_profile: 'plain_fapi' };
// Claims are also asked for one by one, whose scopes a client must be registered for.
const everything = ['openid', 'profile', 'email', 'offline_access'];

// client is what a plan's clients are registered with; where it is missing they register themselves. implicitFlow: whether
// the workspace allows that flow, which OpenID Connect Core section 15.2 demands where clients register themselves.
// elsewhere: whether its clients use that flow, so that the suite must not be at a loopback address.
const implicit = { variant: discovered, implicitFlow: true, elsewhere: true };
export const plans = {
  config: { name: 'oidcc-config-certification-test-plan', variant: {} },
  basic: { name: 'oidcc-basic-certification-test-plan', variant: discovered },
  'form-post': { name: 'oidcc-formpost-basic-certification-test-plan', variant: discovered },
  dynamic: { name: 'oidcc-dynamic-certification-test-plan', variant: { response_type: 'code' }, implicitFlow: true },
  implicit: { name: 'oidcc-implicit-certification-test-plan', ...implicit },
  'form-post-implicit': { name: 'oidcc-formpost-implicit-certification-test-plan', ...implicit },
  'rp-logout': { name: 'oidcc-rp-initiated-logout-certification-test-plan', variant: leaving },
  'back-channel': { name: 'oidcc-backchannel-rp-initiated-logout-certification-test-plan', variant: leaving },
  'front-channel': { name: 'oidcc-frontchannel-rp-initiated-logout-certification-test-plan', variant: leaving },
  fapi2: {
    name: 'fapi2-security-profile-final-test-plan',
    variant: { ...fapi2, openid: 'openid_connect' },
    client: { scope: 'openid email offline_access', settings: { scopes: everything } },
  },
  'fapi2-oauth': {
    name: 'fapi2-security-profile-final-test-plan',
    variant: { ...fapi2, openid: 'plain_oauth' },
    client: { scope: 'read:thing offline_access' },
  },
  'fapi2-signed': {
    name: 'fapi2-message-signing-final-test-plan',
    variant: {
      ...fapi2,
      openid: 'openid_connect',
      fapi_request_method: 'signed_non_repudiation',
      fapi_response_mode: 'plain_response',
      authorization_request_type: 'simple',
    },
    client: {
      scope: 'openid email offline_access',
      settings: { scopes: everything, require_signed_request_object: true },
    },
  },
};
