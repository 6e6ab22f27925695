/**
 * `npm run dev`: the server, restarted on changes, behind Vite's development server.
 * Open the URL that Vite prints; ^C stops both.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ensure } from './ensure.mjs';
import { bin, has, inRoot } from './lib/paths.mjs';

/** Paths of the server; all others are the client, served by Vite. */
const SERVER_PATHS = ['/api', '/oauth', '/storage', '/health', '/docs', '/help'];

const port = process.env.PORT ?? '3000';
process.env.NODE_ENV ??= 'development';
await ensure(['basemap']);

const server = has('apps/server/src/main.ts') ? startServer() : reportMissing('apps/server/src/main.ts');
const client = has('apps/web/index.html') ? await startClient() : reportMissing('apps/web/index.html');
if (!server && !client) process.exit(1);
// Not once: ^C is sent by the terminal and again by npm.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop().then(() => process.exit(0)));

/** Restarts when a file of the server or of the shared packages changes. */
function startServer() {
  const child = spawn(bin('tsx'), ['watch', '--clear-screen=false', 'apps/server/src/main.ts'], {
    cwd: inRoot(),
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // only this process gets ^C, and passes it on once
  });
  prefixOutput(child.stdout, 'server');
  prefixOutput(child.stderr, 'server');
  child.once('exit', (code) => stop().then(() => process.exit(code ?? 1)));
  return child;
}

async function startClient() {
  const { createServer, createLogger } = await import('vite');
  const logger = createLogger('info', { prefix: '[web]' });
  const target = `http://127.0.0.1:${port}`;
  const vite = await createServer({
    root: inRoot('apps/web'),
    customLogger: logger,
    clearScreen: false,
    server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target, xfwd: true }])) },
  });
  await vite.listen();
  for (const url of vite.resolvedUrls?.local ?? []) process.stdout.write(`web    | ${url}\n`);
  return vite;
}

let stopPromise;
function stop() {
  stopPromise ??= Promise.all([client?.close(), endServer()]);
  return stopPromise;
}

/** Waits for the server, so that its database stops with it. */
function endServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return undefined;
  return new Promise((resolve) => {
    server.removeAllListeners('exit');
    server.once('exit', resolve);
    server.kill('SIGTERM');
  });
}

function prefixOutput(stream, name) {
  createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${name} | ${line}\n`));
}

function reportMissing(path) {
  process.stderr.write(`${path} does not exist: continuing without it.\n`);
  return undefined;
}
