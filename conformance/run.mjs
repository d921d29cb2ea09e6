// bin/conformance: runs plans of the OpenID Foundation's conformance suite against a Keystead that it starts.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { browser, person } from './browser.mjs';
import { Keystead } from './keystead.mjs';
import { plans } from './plans.mjs';
import { Resource } from './resource.mjs';
import { Suite } from './suite.mjs';
import { certificate } from './web.mjs';

const home = join(dirname(fileURLToPath(import.meta.url)), '..');
const usage = `Usage: bin/conformance [--suite https://localhost:8443] [--keystead bin/keystead] [plan ...]

Runs plans of a conformance suite that is up on this machine, in development mode, and prints what each module said.
Without plans, all of them: ${Object.keys(plans).join(', ')}.
${Object.keys(plans).filter((name) => plans[name].elsewhere).join(' and ')} need a suite at another name than localhost.
Ends with 1 when a module failed. docs/conformance.md explains what remains.`;

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string', default: 'https://localhost:8443' },
    keystead: { type: 'string', default: join(home, 'bin', 'keystead') },
    help: { type: 'boolean', default: false },
  },
});
const unknown = wanted.filter((name) => !(name in plans));
if (options.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `There is no plan ${unknown.join(', ')}.\n\n${usage}` : usage);
  process.exit(unknown.length > 0 ? 2 : 0);
}
const local = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(options.suite).hostname);
const possible = Object.keys(plans).filter((name) => !(local && plans[name].elsewhere));
const impossible = wanted.filter((name) => !possible.includes(name));
if (impossible.length > 0) {
  console.log(`${impossible.join(', ')}: the suite must be at another name than ${new URL(options.suite).hostname}.`);
  process.exit(2);
}

async function configuration(keystead, resource, suite, name, { client }) {
  const alias = `keystead-${name}`;
  const config = {
    alias,
    description: `Keystead, ${name}`,
    server: { discoveryUrl: `${keystead.issuer}/.well-known/openid-configuration`, login_hint: person.email },
    client: { client_name: 'First' },
    client2: { client_name: 'Second' },
    ...browser(keystead.issuer, !client),
  };
  if (client) {
    const callback = `${suite.address}/test/a/${alias}/callback`;
    config.client = await keystead.client(`${name}-1`, callback, client.scope, 'PS256', client.settings);
    const second = `${callback}?dummy1=lorem&dummy2=ipsum`;
    config.client2 = await keystead.client(`${name}-2`, second, client.scope, 'ES256', client.settings);
    const open = client.scope.split(' ').includes('openid');
    config.resource = { resourceUrl: open ? `${keystead.issuer}/oidc/v1/userinfo` : resource.address };
  }
  return config;
}

function print({ name, result, told }) {
  console.log(`  ${result.padEnd(8)} ${name}`);
  told.forEach((line) => console.log(`           ${line}`));
}

function counted(results) {
  const counts = {};
  results.forEach(({ result }) => (counts[result] = (counts[result] ?? 0) + 1));
  return Object.entries(counts).map(([result, count]) => `${count} ${result}`).join(', ');
}

// Answers whether all went well.
async function run(names) {
  const suite = new Suite(options.suite.replace(/\/$/, ''));
  const keystead = await Keystead.start(options.keystead, await certificate(suite.address));
  const resource = new Resource(keystead);
  const summary = [];
  let good = true;
  try {
    await keystead.settle(person);
    await resource.open();
    console.log(`Suite ${await suite.version()} against ${keystead.issuer}`);
    const preparations = { 'oidcc-server-rotate-keys': () => keystead.rotateKeys() };
    for (const name of names) {
      console.log(`\n${name}: ${plans[name].name}`);
      await keystead.openRegistration(plans[name].implicitFlow ?? false);
      const config = await configuration(keystead, resource, suite, name, plans[name]);
      const results = await suite.run(plans[name], config, preparations, print);
      summary.push(`${name}: ${counted(results)}`);
      good &&= results.every(({ result }) => !result.includes('FAILED'));
    }
    console.log(`\n${summary.join('\n')}`);
  } finally {
    resource.close();
    await keystead.stop();
  }
  return good;
}

try {
  process.exitCode = (await run(wanted.length > 0 ? wanted : possible)) ? 0 : 1;
} catch (error) {
  console.error(`conformance: ${error.message}`);
  process.exitCode = 1;
}
