/** A Waypost of its own for a journey: the built server as people start it, on an empty data directory and a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { webClient } from '@waypost/contract/oauth';
import { newDataDir } from './data-dir.ts';
import { copyPrepared, databaseOf, removeHome } from './prepared.ts';
import { pause, scaled } from './timing.ts';

export { newDataDir };

const built = (program: 'main' | 'demo') =>
  path.resolve(import.meta.dirname, `../apps/server/dist/${program}.js`);

/** The login that the tests give the first administrator. */
export const admin = { email: 'admin@example.org', password: 'correct horse battery' };

export interface Waypost {
  /** `http://localhost:41234` */
  address: string;
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
  if (dataDir !== undefined) return start('main', dataDir, environment);
  const home = await copyPrepared('fresh', async (fresh) => {
    const waypost = await start('main', fresh.dataDir, { DATABASE_URL: fresh.databaseUrl });
    await skipFirstSettings(waypost);
    await placesLoaded(waypost);
    await waypost.end('SIGTERM');
  });
  return start('main', home.dataDir, environment);
}

/** Starts the built server with its own embedded database, for journeys about starts, ends and backups; no first settings asked. */
export async function startWithOwnDatabase(environment: Record<string, string> = {}): Promise<Waypost> {
  const waypost = await startNewWaypost(undefined, environment);
  await skipFirstSettings(waypost);
  return waypost;
}

/** Starts the built server as it comes: an empty data directory, its own embedded database. */
export async function startNewWaypost(
  dataDir?: string,
  environment: Record<string, string> = {},
): Promise<Waypost> {
  return start('main', dataDir ?? (await newDataDir()), environment);
}

/** Starts the built demonstration, which has surveys, people of each kind and messages; all log in with `password`. */
export async function startDemo(password: string, { posts = 50, photos = 4 } = {}): Promise<Waypost> {
  const name = `demo_${posts}_${photos}_${Buffer.from(password).toString('hex')}`;
  const wishes = ['--posts', `${posts}`, '--photos', `${photos}`, '--password', password];
  const home = await copyPrepared(name, async (demo) => {
    const waypost = await start('demo', demo.dataDir, { DATABASE_URL: demo.databaseUrl }, wishes);
    await placesLoaded(waypost);
    await waypost.end('SIGTERM');
  });
  return start('main', home.dataDir, {});
}

async function skipFirstSettings(waypost: Waypost): Promise<void> {
  const token = await tokenFor(waypost, 'admin');
  await callApi(waypost, token, 'PUT', '/config/site', { first_login: false });
}

/** Places are loaded beside the first requests. */
async function placesLoaded({ address }: Waypost): Promise<void> {
  const deadline = Date.now() + scaled(60_000);
  for (;;) {
    const answer = await fetch(`${address}/api/v3/places?q=kisumu`);
    if ((await answer.text()).includes('Kisumu')) return;
    if (Date.now() > deadline) throw new Error('The places were not loaded in time');
    await pause(200);
  }
}

/** Servers that this worker started and that still run. */
const running = new Set<ChildProcess>();
// A hook that runs out of time never learns which server to end.
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

async function start(
  program: 'main' | 'demo',
  home: string,
  environment: Record<string, string>,
  parameters: readonly string[] = [],
): Promise<Waypost> {
  const database = databaseOf(home);
  const child = spawn(process.execPath, ['--enable-source-maps', built(program), ...parameters], {
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
  running.add(child);
  child.once('exit', () => running.delete(child));
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const address = await readyAddress(child, () => text);
  return {
    address,
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
  await removeHome(waypost.dataDir);
}

function readyAddress(child: ChildProcess, output: () => string): Promise<string> {
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
  waypost: Pick<Waypost, 'address'>,
  who: 'visitor' | 'admin' | { email: string; password: string },
): Promise<string> {
  const { email, password } = typeof who === 'string' ? admin : who;
  const person = { grant_type: 'password', scope: '*', username: email, password };
  const visitor = { grant_type: 'client_credentials', scope: 'posts forms tags media config' };
  const answer = await fetch(`${waypost.address}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: webClient.id,
      client_secret: webClient.secret,
      ...(who === 'visitor' ? visitor : person),
    }),
  });
  const token = (await answer.json()) as { access_token?: string };
  return token.access_token ?? '';
}

/** One call to the API with a token. */
export const callApi = (
  waypost: Pick<Waypost, 'address'>,
  token: string,
  method: string,
  url: string,
  body?: object,
): Promise<Response> =>
  fetch(`${waypost.address}/api/v3${url}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
