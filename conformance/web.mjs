// Calls over TLS to servers on this machine, which show certificates of their own making.
import https from 'node:https';
import tls from 'node:tls';

export function call(address, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const options = { method, headers, rejectUnauthorized: false, timeout: 60_000 };
    const request = https.request(address, options, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() }));
    });
    request.on('timeout', () => request.destroy(new Error('no answer in a minute')));
    request.on('error', (error) => reject(new Error(`${method} ${address}: ${error.message}`)));
    request.end(body);
  });
}

export async function json(address, { method, headers, body } = {}) {
  const answer = await call(address, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.status >= 300) {
    throw new Error(`${method ?? 'GET'} ${address} was answered with ${answer.status}: ${answer.text.slice(0, 500)}`);
  }
  return answer.text === '' ? null : JSON.parse(answer.text);
}

// The certificate that a server shows, in PEM.
export function certificate(address) {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: port || 443, servername: hostname, rejectUnauthorized: false };
    const socket = tls.connect(options, () => {
      resolve(socket.getPeerX509Certificate().toString());
      socket.end();
    });
    socket.on('error', ({ message }) => {
      reject(new Error(`There is no suite at ${address} (${message}): start it first.`));
    });
  });
}
