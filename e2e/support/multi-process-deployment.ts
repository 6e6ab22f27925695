/** A deployment of several processes: two web servers, one job worker, one PostgreSQL, and nginx as reverse proxy. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../apps/server/src/kernel/postgres/start-embedded.ts';
import { pause, scaled } from './timing.ts';
import { admin, newDataDir } from './waypost.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Ports of which systems give none away by themselves, neither for connections nor for port 0. One of those could be taken by somebody
 * else before it is used, or while its process is killed and started again.
 */
const [firstOwnPort, ownPortCount] = [20_000, 10_000];

/** Finds a free port. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = firstOwnPort + Math.floor(Math.random() * ownPortCount);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Path of nginx, or `why` there is none. */
export async function findNginx(): Promise<{ program?: string; why?: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      path.join(root, 'tools/system/find-nginx.mjs'),
    ]);
    return { program: stdout.trim().split('\n').at(-1) ?? '' };
  } catch (error) {
    return { why: (error as { stderr?: string }).stderr ?? String(error) };
  }
}

/** The configuration from `deploy/nginx.conf`, without TLS, for the given ports. */
async function nginxConfig(port: number, servers: readonly number[], folder: string): Promise<string> {
  const example = await readFile(path.join(root, 'deploy/nginx.conf'), 'utf8');
  const [, upstream = '', behindTls = ''] =
    /(upstream waypost \{.*?\n\})\n.*?(server \{\n {4}listen 443.*)/s.exec(example) ?? [];
  const listed = servers.map((it) => `server 127.0.0.1:${it} max_fails=0;`).join('\n');
  const site = behindTls
    .replace(/^ *(listen \[::\]:443|ssl_).*\n/gm, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http { access_log off; ${paths}
${upstream.replace(/^ *(# )?server 127.*\n/gm, '').replace('least_conn;', `least_conn;\n${listed}`)}
${site} }`;
}

/** A Waypost process of the deployment, which can be ended and started again. */
export class ServerProcess {
  readonly #environment: Record<string, string>;
  readonly #isReady: RegExp;
  #child: ChildProcess | undefined;
  output = '';

  constructor(environment: Record<string, string>, isReady: RegExp) {
    this.#environment = environment;
    this.#isReady = isReady;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [path.join(root, 'apps/server/dist/main.js')], {
      env: { ...process.env, NODE_ENV: 'production', ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const from = this.output.length;
    await new Promise<void>((resolve, reject) => {
      const appendOutput = (chunk: Buffer) => {
        this.output += chunk.toString();
        if (this.#isReady.test(this.output.slice(from))) resolve();
      };
      child.stdout.on('data', appendOutput);
      child.stderr.on('data', appendOutput);
      child.once('exit', (code) => reject(new Error(`ended with ${code} at its start:\n${this.output}`)));
    });
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

export interface MultiProcessDeployment {
  /** Base URL of nginx: `http://127.0.0.1:41234`. */
  proxyUrl: string;
  /** Base URLs of the two web servers. */
  urls: readonly [string, string];
  servers: readonly [ServerProcess, ServerProcess];
  worker: ServerProcess;
  databaseUrl: string;
  end: () => Promise<void>;
}

/** Starts all processes at the same time, with an empty database. @param nginxPath path of the program */
export async function startMultiProcess(nginxPath: string): Promise<MultiProcessDeployment> {
  const ends: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const endPart of ends.splice(0).reverse()) await endPart();
  };
  try {
    const dataDir = await newDataDir();
    ends.push(() => rm(dataDir, { recursive: true, force: true }));
    const databaseDir = await newDataDir();
    ends.push(() => rm(databaseDir, { recursive: true, force: true }));
    const quiet = () => undefined;
    const postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log: { info: quiet, warn: quiet } });
    ends.push(() => postgres.stop());
    const databaseUrl = postgres.connectionString;
    const [front, ...behind] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const shared = {
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a key that all processes of this deployment share',
      PUBLIC_URL: `http://127.0.0.1:${front}`,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      VISITORS_PACE: '0',
      VISITORS_PRESSURE: '0',
      RATE_PER_ADDRESS: '0',
      OUTGOING_ALLOW: '127.0.0.0/8',
    };
    const [firstServer, secondServer] = behind.map(
      (port) => new ServerProcess({ ...shared, PORT: String(port), JOBS: 'off' }, /is ready at/),
    ) as [ServerProcess, ServerProcess];
    const worker = new ServerProcess({ ...shared, PORT: '0', JOBS: 'only' }, /runs jobs/);
    for (const it of [firstServer, secondServer, worker]) ends.push(() => it.end('SIGTERM'));
    await Promise.all([firstServer, secondServer, worker].map((it) => it.start()));

    const folder = await mkdtemp(path.join(tmpdir(), 'waypost-nginx-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o755);
    const settings = path.join(folder, 'nginx.conf');
    await writeFile(settings, await nginxConfig(front ?? 0, behind, folder));
    const proxy = spawn(nginxPath, ['-p', folder, '-c', settings, '-e', `${folder}/error.log`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let nginxErrors = '';
    proxy.stderr.on('data', (chunk: Buffer) => (nginxErrors += chunk.toString()));
    ends.push(async () => {
      if (proxy.exitCode !== null) return;
      const exited = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await exited;
    });
    const address = `http://127.0.0.1:${front}`;
    const deadline = Date.now() + scaled(10_000);
    for (;;) {
      if (proxy.exitCode !== null) throw new Error(`nginx ended: ${nginxErrors}`);
      if (
        await fetch(`${address}/api/v3/config/map`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
      if (Date.now() > deadline) throw new Error(`nginx does not answer: ${nginxErrors}`);
      await pause(100);
    }
    const addresses = behind.map((port) => `http://127.0.0.1:${port}`) as [string, string];
    return {
      proxyUrl: address,
      urls: addresses,
      servers: [firstServer, secondServer],
      worker,
      databaseUrl,
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
