/** Starts the built server for a journey, with its own data directory and a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { webClient } from '@waypost/contract/users/oauth';
import { createDataDir } from './data-dir.ts';
import {
  copyTemplate,
  type DeploymentData,
  databaseUrlOf,
  removeDeploymentData,
  setOnlyUserEmail,
  type Template,
} from './template-deployments.ts';
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
  /** Output of the server so far: stdout and stderr. */
  output: () => string;
  /** Ends the process. SIGKILL leaves its embedded database running, as a crash would. @returns the exit code */
  end: (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => Promise<number | null>;
}

/**
 * A deployment after its first start, without settings of its own. Others begin with it: loading the places takes longer than the
 * rest of a start.
 */
const started: Template = {
  name: 'started',
  prepare: async ({ dataDir, databaseUrl }) => {
    const waypost = await startProgram('main', dataDir, { DATABASE_URL: databaseUrl, ADMIN_EMAIL: '' });
    await waitForPlaces(waypost);
    await waypost.end('SIGTERM');
  },
};

/** Starts a program on a copy of `started`, as if its first start had had the e-mail address of `admin`. */
async function startWithAdmin(
  program: 'main' | 'demo',
  { dataDir, databaseUrl }: DeploymentData,
  parameters: readonly string[] = [],
): Promise<Waypost> {
  await setOnlyUserEmail(databaseUrl, admin.email);
  return startProgram(program, dataDir, { DATABASE_URL: databaseUrl }, parameters);
}

const fresh: Template = {
  name: 'fresh',
  base: started,
  prepare: async (deploymentData) => {
    const waypost = await startWithAdmin('main', deploymentData);
    await skipFirstSettings(waypost);
    await waypost.end('SIGTERM');
  },
};

/**
 * Starts the built server on a copy of a deployment that is set up: it has an administrator and its first settings.
 * @param dataDir of an earlier server, to start it again with its database
 */
export async function startWaypost(
  dataDir?: string,
  environment: Record<string, string> = {},
): Promise<Waypost> {
  return startProgram('main', dataDir ?? (await copyTemplate(fresh)).dataDir, environment);
}

/** Starts the built server on a copy of a deployment that was started once without `ADMIN_EMAIL`, and asks for the first settings. */
export async function startWithoutFirstSettings(): Promise<Waypost> {
  return startProgram('main', (await copyTemplate(started)).dataDir, { ADMIN_EMAIL: '' });
}

/** Starts the built server with its own embedded database, for journeys about starts, stops and backups. It does not ask for the first settings. */
export async function startWithEmbeddedDatabase(environment: Record<string, string> = {}): Promise<Waypost> {
  const waypost = await startEmptyWaypost(undefined, environment);
  await skipFirstSettings(waypost);
  return waypost;
}

/** Starts the built server with an empty data directory and its own embedded database. */
export async function startEmptyWaypost(
  dataDir?: string,
  environment: Record<string, string> = {},
): Promise<Waypost> {
  return startProgram('main', dataDir ?? (await createDataDir()), environment);
}

/** The time of the demo's newest report: a fixed one, since titles and places would differ from minute to minute. */
const demoTime = '2026-11-20T15:00:00Z';

/** Starts the built demo, which has surveys, users of each role and messages. All users log in with `password`. */
export async function startDemo(password: string, { posts = 50, photos = 4 } = {}): Promise<Waypost> {
  const { dataDir } = await copyTemplate({
    name: `demo_${posts}_${photos}_${Buffer.from(password).toString('hex')}`,
    base: started,
    prepare: async (deploymentData) => {
      const parameters = [
        '--posts',
        `${posts}`,
        '--photos',
        `${photos}`,
        '--password',
        password,
        '--now',
        demoTime,
      ];
      const waypost = await startWithAdmin('demo', deploymentData, parameters);
      await waypost.end('SIGTERM');
    },
  });
  return startProgram('main', dataDir, {});
}

async function skipFirstSettings(waypost: Waypost): Promise<void> {
  const token = await tokenFor(waypost, 'admin');
  await callApi(waypost, token, 'PUT', '/config/site', { first_login: false });
}

/** Place names are loaded in the background after the start. */
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
// After a timeout in a hook nothing else would end the server.
process.once('exit', () => {
  for (const child of runningServers) child.kill('SIGTERM');
});

async function startProgram(
  program: 'main' | 'demo',
  deploymentData: string,
  environment: Record<string, string>,
  parameters: readonly string[] = [],
): Promise<Waypost> {
  const database = databaseUrlOf(deploymentData);
  const child = spawn(process.execPath, [programPath(program), ...parameters], {
    env: {
      ...process.env,
      ...(database === undefined ? {} : { DATABASE_URL: database }),
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: deploymentData,
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
    dataDir: deploymentData,
    output: () => text,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

/** Ends a server and removes its data. */
export async function endWaypost(waypost: Waypost): Promise<void> {
  await waypost.end('SIGTERM');
  await removeDeploymentData(waypost.dataDir);
}

function waitUntilReady(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const readAddress = () => {
      const address = /ready at (http:\/\/\S+)/.exec(output())?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', readAddress);
    child.once('exit', (code) => reject(new Error(`Waypost ended with ${code} at its start:\n${output()}`)));
  });
}

/** Gets an access token for a visitor, the administrator or a user. Empty if the login is refused. */
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

/** Calls the API. @param url path below `/api/v3` */
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
