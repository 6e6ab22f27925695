/** A process around `serve`: settings from the environment, an orderly end on a signal, one clear line on a fault. */
import { type Config, ConfigError, readConfig } from './kernel/config/config.ts';
import { EmbeddedPostgresError } from './kernel/postgres/errors.ts';
import type { ServeHooks, ServerHandle } from './serve.ts';
import { serveWhenDiskHasSpace } from './start-on-full-disk.ts';

const printError = (text: string) => process.stderr.write(`${text}\n`);

/** Milliseconds within which a second signal is taken for an echo of the first. */
const repeatedSignalMs = 2000;

/** Before the settings are read. */
const unknownAddress = { port: 0, host: '' };

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Why an outside database does not answer, by the code of the network's or of PostgreSQL's fault. */
const unreachableReasons = new Map([
  ['ECONNREFUSED', 'nothing answers there'],
  ['ENOTFOUND', 'there is no such host'],
  ['ETIMEDOUT', 'nothing answers there'],
  ['28P01', 'the password is not right'],
  ['28000', 'the user is not let in'],
  ['3D000', 'there is no such database'],
]);

/** Whether it was our own address that could not be listened on, and not somebody else's that could not be found. */
const isUnknownHost = (error: unknown, host: string) =>
  codeOf(error) === 'EADDRNOTAVAIL' ||
  (typeof error === 'object' && error !== null && 'hostname' in error && error.hostname === host);

/** What to tell the person who started us; a fault that nobody foresaw keeps its trace. */
export function describeStartError(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return error.message;
  if (codeOf(error) === 'EADDRINUSE') return `Port ${port} is taken. Set PORT to another one.`;
  if (codeOf(error) === 'EACCES')
    return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  if (isUnknownHost(error, host)) return `HOST: this machine has no address ${host}.`;
  const database = unreachableReasons.get(codeOf(error));
  if (database) return `DATABASE_URL: ${database} (${error instanceof Error ? error.message : ''})`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A line that finds no room, or nobody who reads it any more, is lost; the server goes on. */
function ignoreConsoleErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Runs the server until it is told to stop, and ends the process. */
export async function runProcess(hooks: ServeHooks = {}): Promise<void> {
  ignoreConsoleErrors();
  let serving: ServerHandle | undefined;
  let stopping: number | undefined;
  const stop = async (code: number) => {
    // A terminal's ^C comes twice, once through npm; one that comes later means that somebody will not wait.
    if (stopping !== undefined && Date.now() - stopping > repeatedSignalMs) process.exit(1);
    if (stopping !== undefined) return;
    stopping = Date.now();
    await serving?.close().catch((error: unknown) => printError(String(error)));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  process.on('uncaughtException', (error) => {
    printError(describeStartError(error, unknownAddress));
    void stop(1);
  });
  let where: Pick<Config, 'port' | 'host'> = unknownAddress;
  try {
    const config = readConfig(process.env);
    where = config;
    serving = await serveWhenDiskHasSpace(config, hooks, printError);
    // Asked to stop while still starting.
    if (stopping !== undefined) await serving.close();
  } catch (error) {
    printError(describeStartError(error, where));
    process.exit(1);
  }
}
