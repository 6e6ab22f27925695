/**
 * Starts on a full disk: the process stays, reports the problem on the console and to HTTP clients, and retries until there is
 * space. Otherwise a service manager would restart it in a loop, without a visible reason.
 */
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildProblemEnvelope, problems } from '@waypost/contract/common/problems';
import type { Config } from './kernel/config/config.ts';
import { outageOf } from './kernel/outage.ts';
import { type ServeHooks, type ServerHandle, serve } from './serve.ts';

/** Time between two attempts. */
const retryIntervalMs = 3000;
/** Below this a disk counts as full whatever the error says, since messages of PostgreSQL go to a log file on that disk. */
const minFreeBytes = 2 ** 20;

async function isDiskFull(error: unknown, folder: string): Promise<boolean> {
  if (outageOf(error) === 'server.full') return true;
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

/** Answers like a running server whose disk is full. */
function respondDiskFull({ url, headers: requestHeaders }: IncomingMessage, response: ServerResponse): void {
  const isLiveness = url === '/health/live';
  const isPage = !/^\/(api|oauth|health)\b/.test(url ?? '') && /text\/html/.test(requestHeaders.accept ?? '');
  const type = `${isPage ? 'text/plain' : 'application/json'}; charset=utf-8`;
  response.writeHead(isLiveness ? 200 : 503, {
    ...headers,
    'content-type': type,
    ...(isLiveness ? {} : { 'retry-after': '10' }),
  });
  if (isLiveness) response.end('{"status":"ok"}');
  else if (url === '/health/ready') response.end('{"status":"full"}');
  else if (isPage) response.end(`${problems['server.full'].text}\n`);
  else response.end(JSON.stringify(buildProblemEnvelope('server.full')));
}

/** Listens on the port until the server can start. @throws when the port is taken or not allowed */
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
 * Starts the server, and retries while the disk is full.
 * @param printError called once with the error
 * @throws as `serve` does, for any other error
 */
export async function serveWhenDiskHasSpace(
  config: Config,
  hooks: ServeHooks,
  printError: (line: string) => void,
): Promise<ServerHandle> {
  let placeholder: Server | undefined;
  const closePlaceholder = async () => {
    const server = placeholder;
    placeholder = undefined;
    if (server) await closePlaceholderServer(server);
  };
  for (let isReported = false; ; isReported = true) {
    try {
      return await serve(config, { ...hooks, beforeListen: closePlaceholder });
    } catch (error) {
      if (!(await isDiskFull(error, config.dataDir))) {
        await closePlaceholder();
        throw error;
      }
      if (!isReported) {
        printError(error instanceof Error ? error.message : String(error));
        printError(
          `There is no space on the disk of ${config.dataDir}. Waypost starts by itself once there is.`,
        );
      }
      if (config.jobs !== 'only') placeholder ??= await openPlaceholderServer(config);
      await sleep(retryIntervalMs);
    }
  }
}
