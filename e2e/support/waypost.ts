/** A Waypost of its own for a journey: the built server as people start it, on an empty data directory and a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { webClient } from '@waypost/contract/users/oauth';
import { createDataDir } from './data-dir.ts';
import { copyTemplate, databaseUrlOf, removeDeploymentData } from './template-deployments.ts';
import { pause, scaled } from './timing.ts';

export { createDataDir as newDataDir };

const programPath = (program: 'main' | 'demo') =>
  path.resolve(import.meta.dirname, `../../apps/server/dist/${program}.js`);

/** The login that the tests give the first administrator. */
export const admin = { email: 'admin@example.org', password: 'correct horse battery' };

export interface Waypost {
  /** `http://localhost:41234` */
  baseUrl: string;
  pid: number;
  dataDir: string;
  /** All that the server has written so far. */
  output: () => string;
  /** Ends the process as told; SIGKILL leaves its database running, as a crash would. */
  end: (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => Promise<number | null>;
}

/**
 * Starts the built server on a copy of a deployment whose first start is over: administrator and first settings are there.
 * @param dataDir of an earlier one, to start it again on the database that it had
 */
export async function startWaypost(
  dataDir?: string,
  environment: Record<string, string> = {},
): Promise<Waypost> {
  if (dataDir !== undefined) return startProgram('main', dataDir, environment);
  const home = await copyTemplate('fresh', async (fresh) => {
    const waypost = await startProgram('main', fresh.dataDir, { DATABASE_URL: fresh.databaseUrl });
    await skipFirstSettings(waypost);
    await waitForPlaces(waypost);
    await waypost.end('SIGTERM');
  });
  return startProgram('main', home.dataDir, environment);
}

/** Starts the built server with its own embedded database, for journeys about starts, ends and backups; no first settings asked. */
export async function startWithEmbeddedDatabase(environment: Record<string, string> = {}): Promise<Waypost> {
  const waypost = await startEmptyWaypost(undefined, environment);
  await skipFirstSettings(waypost);
  return waypost;
}

/** Starts the built server as it comes: an empty data directory, its own embedded database. */
export async function startEmptyWaypost(
  dataDir?: string,
  environment: Record<string, string> = {},
): Promise<Waypost> {
  return startProgram('main', dataDir ?? (await createDataDir()), environment);
}

/** Starts the built demonstration, which has surveys, people of each kind and messages; all log in with `password`. */
export async function startDemo(password: string, { posts = 50, photos = 4 } = {}): Promise<Waypost> {
  const name = `demo_${posts}_${photos}_${Buffer.from(password).toString('hex')}`;
  const args = ['--posts', `${posts}`, '--photos', `${photos}`, '--password', password];
  const home = await copyTemplate(name, async (demo) => {
    const waypost = await startProgram('demo', demo.dataDir, { DATABASE_URL: demo.databaseUrl }, args);
    await waitForPlaces(waypost);
    await waypost.end('SIGTERM');
  });
  return startProgram('main', home.dataDir, {});
}

async function skipFirstSettings(waypost: Waypost): Promise<void> {
  const token = await tokenFor(waypost, 'admin');
  await callApi(waypost, token, 'PUT', '/config/site', { first_login: false });
}

/** Places are loaded beside the first requests. */
async function waitForPlaces({ baseUrl: address }: Waypost): Promise<void> {
  const deadline = Date.now() + scaled(60_000);
  for (;;) {
    const response = await fetch(`${address}/api/v3/places?q=kisumu`);
    if ((await response.text()).includes('Kisumu')) return;
    if (Date.now() > deadline) throw new Error('The places were not loaded in time');
    await pause(200);
  }
}

/** Servers that this worker started and that still run. */
const runningServers = new Set<ChildProcess>();
// A hook that runs out of time never learns which server to end.
process.once('exit', () => {
  for (const child of runningServers) child.kill('SIGTERM');
});

async function startProgram(
  program: 'main' | 'demo',
  home: string,
  environment: Record<string, string>,
  parameters: readonly string[] = [],
): Promise<Waypost> {
  const database = databaseUrlOf(home);
  const child = spawn(process.execPath, ['--enable-source-maps', programPath(program), ...parameters], {
    env: {
      ...process.env,
      ...(database === undefined ? {} : { DATABASE_URL: database }),
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: home,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  runningServers.add(child);
  child.once('exit', () => runningServers.delete(child));
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const address = await waitUntilReady(child, () => text);
  return {
    baseUrl: address,
    pid: child.pid ?? 0,
    dataDir: home,
    output: () => text,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}

/** Ends a server and takes its data away. */
export async function endWaypost(waypost: Waypost): Promise<void> {
  await waypost.end('SIGTERM');
  await removeDeploymentData(waypost.dataDir);
}

function waitUntilReady(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const address = /ready at (http:\/\/\S+)/.exec(output())?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => reject(new Error(`Waypost ended with ${code} at its start:\n${output()}`)));
  });
}

/** A token as a client gets it: a visitor's, the administrator's, or somebody's. Empty when the login is refused. */
export async function tokenFor(
  waypost: Pick<Waypost, 'baseUrl'>,
  login: 'visitor' | 'admin' | { email: string; password: string },
): Promise<string> {
  const { email, password } = typeof login === 'string' ? admin : login;
  const person = { grant_type: 'password', scope: '*', username: email, password };
  const visitor = { grant_type: 'client_credentials', scope: 'posts forms tags media config' };
  const response = await fetch(`${waypost.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: webClient.id,
      client_secret: webClient.secret,
      ...(login === 'visitor' ? visitor : person),
    }),
  });
  const token = (await response.json()) as { access_token?: string };
  return token.access_token ?? '';
}

/** One call to the API with a token. */
export const callApi = (
  waypost: Pick<Waypost, 'baseUrl'>,
  token: string,
  method: string,
  url: string,
  body?: object,
): Promise<Response> =>
  fetch(`${waypost.baseUrl}/api/v3${url}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
