// A Keystead of its own for one run: started in a folder that is removed afterwards, with one workspace, one
// person, and the clients that cannot register themselves.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from './web.mjs';

const WORKSPACE = 'suite';
const LOG = 'keystead.log';

export class Keystead {
  // command: what starts Keystead; trusted: the certificate of the suite, whose addresses are called.
  static async start(command, trusted) {
    const folder = mkdtempSync(join(tmpdir(), 'keystead-conformance-'));
    // Root runs PostgreSQL by another account, which must be able to come here.
    chmodSync(folder, 0o711);
    writeFileSync(join(folder, 'suite.pem'), trusted);
    const child = spawn(command, [
      'serve', '--data-dir', join(folder, 'data'), '--http-port', '0', '--tls-certificate', 'self-signed',
      '--outbound-allow-private', 'true', '--outbound-ca', join(folder, 'suite.pem'),
    ], { cwd: folder, stdio: ['ignore', 'pipe', openSync(join(folder, LOG), 'w')] });
    const made = new Keystead(child, folder);
    try {
      await made.#ready();
      return made;
    } catch (error) {
      await made.stop();
      throw error;
    }
  }

  constructor(child, folder) {
    this.child = child;
    this.folder = folder;
    this.gone = new Promise((resolve) => {
      child.on('exit', resolve);
      child.on('error', resolve);
    });
  }

  async #ready() {
    const token = new Promise((resolve) => {
      createInterface({ input: this.child.stdout }).on('line', (line) => {
        const address = /^Keystead is ready at (https:\S+)$/.exec(line);
        if (address) this.address = address[1];
        const setup = /token=(ksetup_\w+)/.exec(line);
        if (setup) resolve(setup[1]);
      });
    });
    const found = await Promise.race([token, this.gone.then(() => null)]);
    if (found === null) {
      const said = readFileSync(join(this.folder, LOG), 'utf8').trimEnd().split('\n');
      throw new Error(`Keystead did not start:\n${said.slice(-10).join('\n')}`);
    }
    this.key = (await json(`${this.address}/v1/system/bootstrap`, { method: 'POST', body: { token: found } })).api_key;
  }

  get issuer() {
    return `${this.address}/t/${WORKSPACE}`;
  }

  call(method, path, body) {
    return json(this.address + path, { method, body, headers: { Authorization: `Bearer ${this.key}` } });
  }

  async settle(person) {
    this.workspace = await this.call('POST', '/v1/workspaces', { slug: WORKSPACE, name: 'Conformance' });
    const user = await this.call('POST', `/t/${WORKSPACE}/v1/users`, {
      email: person.email,
      handle: person.handle,
      display_name: 'Ada Lovelace',
    });
    await this.call('PUT', `/t/${WORKSPACE}/v1/users/${user.id}/password-hash`, { hash: hashed(person.password) });
  }

  // Lets clients register themselves, for the implicit flow too or not.
  openRegistration(implicitFlow) {
    const path = `/v1/workspaces/${this.workspace.id}/policies/registration`;
    return this.call('PUT', path, { mode: 'open', implicit_flow: implicitFlow });
  }

  // A client as the suite wants it: with its private keys.
  async client(name, redirectUri, scope, algorithm, settings) {
    const { secret, known } = signingKey(name, algorithm);
    const made = await this.call('POST', `/t/${WORKSPACE}/v1/clients`, {
      name,
      profile: 'fapi2',
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: algorithm,
      jwks: { keys: [known] },
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      scopes: scope.split(' '),
      dpop_bound_access_tokens: true,
      ...settings,
    });
    return { client_id: made.client.client_id, scope, jwks: { keys: [secret] } };
  }

  // Who asks about tokens: the resource.
  async introspector() {
    const made = await this.call('POST', `/t/${WORKSPACE}/v1/clients`, {
      name: 'The thing',
      grant_types: ['client_credentials'],
    });
    return `Basic ${Buffer.from(`${made.client.client_id}:${made.client_secret}`).toString('base64')}`;
  }

  rotateKeys() {
    return this.call('POST', `/t/${WORKSPACE}/v1/signing-keys:rotate`, {});
  }

  async stop() {
    this.child.kill('SIGTERM');
    await this.gone;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function hashed(password) {
  const plain = (bytes) => bytes.toString('base64').replace(/=+$/, '');
  const salt = randomBytes(16);
  return `$pbkdf2-sha256$i=100000$${plain(salt)}$${plain(pbkdf2Sync(password, salt, 100_000, 32, 'sha256'))}`;
}

function signingKey(kid, alg) {
  const pair = alg === 'PS256'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = (key) => ({ ...key.export({ format: 'jwk' }), kid, alg, use: 'sig' });
  return { secret: jwk(pair.privateKey), known: jwk(pair.publicKey) };
}
