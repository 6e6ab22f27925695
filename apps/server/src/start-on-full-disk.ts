/**
 * A start on a full disk: the process stays, says on the console and to whoever asks what is wrong, and starts by itself once
 * there is room. Under anything that starts it again it would otherwise end and start all the time, and in silence.
 */
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildProblemEnvelope, problems } from '@waypost/contract/common/problems';
import type { Config } from './kernel/config/config.ts';
import { outageOf } from './kernel/outage.ts';
import { type ServeHooks, type ServerHandle, serve } from './serve.ts';

/** Milliseconds between two tries. */
const retryIntervalMs = 3000;
/** Bytes below which a disk is full, whatever was said: what PostgreSQL says goes to a file on it. */
const minFreeBytes = 2 ** 20;

async function isDiskFull(failure: unknown, folder: string): Promise<boolean> {
  if (outageOf(failure) === 'server.full') return true;
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < minFreeBytes;
  } catch {
    return false;
  }
}

const headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** As the server answers that has started, and has no room. */
function respondDiskFull({ url, headers: asked }: IncomingMessage, response: ServerResponse): void {
  const lives = url === '/health/live';
  const isPage = !/^\/(api|oauth|health)\b/.test(url ?? '') && /text\/html/.test(asked.accept ?? '');
  const type = `${isPage ? 'text/plain' : 'application/json'}; charset=utf-8`;
  response.writeHead(lives ? 200 : 503, {
    ...headers,
    'content-type': type,
    ...(lives ? {} : { 'retry-after': '10' }),
  });
  if (lives) response.end('{"status":"ok"}');
  else if (url === '/health/ready') response.end('{"status":"full"}');
  else if (isPage) response.end(`${problems['server.full'].text}\n`);
  else response.end(JSON.stringify(buildProblemEnvelope('server.full')));
}

/** @throws when the port is taken or may not be opened */
async function openPlaceholderServer({ port, host }: Config): Promise<Server> {
  const server = createServer(respondDiskFull);
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function closePlaceholderServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/**
 * Starts the server, as often as it takes while it is room that it lacks.
 * @param printError told once what is wrong
 * @throws as `serve` does, for any other reason
 */
export async function serveWhenDiskHasSpace(
  config: Config,
  hooks: ServeHooks,
  printError: (line: string) => void,
): Promise<ServerHandle> {
  let placeholder: Server | undefined;
  const leave = async () => {
    const room = placeholder;
    placeholder = undefined;
    if (room) await closePlaceholderServer(room);
  };
  for (let isReported = false; ; isReported = true) {
    try {
      return await serve(config, { ...hooks, beforeListen: leave });
    } catch (error) {
      if (!(await isDiskFull(error, config.dataDir))) {
        await leave();
        throw error;
      }
      if (!isReported) {
        printError(error instanceof Error ? error.message : String(error));
        printError(
          `There is no room on the disk of ${config.dataDir}. Waypost starts by itself once there is.`,
        );
      }
      if (config.jobs !== 'only') placeholder ??= await openPlaceholderServer(config);
      await sleep(retryIntervalMs);
    }
  }
}
