/** Runs the server as a process: reads the settings, stops on signals, reports errors in one line. */
import { type Config, ConfigError, readConfig } from './kernel/config/config.ts';
import { EmbeddedPostgresError } from './kernel/postgres/errors.ts';
import type { ServeHooks, ServerHandle } from './serve.ts';
import { serveWhenDiskHasSpace } from './start-on-full-disk.ts';

const printError = (text: string) => process.stderr.write(`${text}\n`);

/** A second signal within this time counts as a duplicate of the first. */
const repeatedSignalMs = 2000;

/**
 * How long a process closes what is open after an error that nobody handled. What failed may never end: a transaction whose reader is gone
 * kept a process alive for good, with its port closed.
 */
const maxCloseMs = 15_000;

/** Used before the settings are read. */
const unknownAddress = { port: 0, host: '' };

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Why an external database cannot be reached, by network error code or PostgreSQL error code. */
const unreachableReasons = new Map([
  ['ECONNREFUSED', 'nothing answers there'],
  ['ENOTFOUND', 'there is no such host'],
  ['ETIMEDOUT', 'nothing answers there'],
  ['28P01', 'the password is wrong'],
  ['28000', 'the user has no access'],
  ['3D000', 'there is no such database'],
]);

/** Why the data directory cannot be used, by error code of the file system. */
const unusableDirectoryReasons = new Map([
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'it is read-only'],
  ['ENOTDIR', 'it is not a directory'],
  ['EEXIST', 'it is not a directory'],
  ['ENOENT', 'it cannot be created'],
]);

/** The message for a file or directory that cannot be written; undefined for any other error, such as a file that is gone. */
function describeDirectoryError(error: unknown): string | undefined {
  const reason = unusableDirectoryReasons.get(codeOf(error));
  if (!reason || typeof error !== 'object' || error === null || !('path' in error)) return undefined;
  const isMissingFile = codeOf(error) === 'ENOENT' && !('syscall' in error && error.syscall === 'mkdir');
  return isMissingFile ? undefined : `DATA_DIR: ${reason} (${String(error.path)})`;
}

/** Whether the error is about the address to listen on, and not about another host. */
const isUnknownHost = (error: unknown, host: string) =>
  codeOf(error) === 'EADDRNOTAVAIL' ||
  (typeof error === 'object' && error !== null && 'hostname' in error && error.hostname === host);

const describeError = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** The message for the operator; an unexpected error keeps its stack. */
export function describeStartError(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return error.message;
  const directoryError = describeDirectoryError(error);
  if (directoryError) return directoryError;
  if (codeOf(error) === 'EADDRINUSE') return `Port ${port} is taken. Set PORT to another one.`;
  if (codeOf(error) === 'EACCES')
    return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  if (isUnknownHost(error, host)) return `HOST: this machine has no address ${host}.`;
  const database = unreachableReasons.get(codeOf(error));
  if (database) return `DATABASE_URL: ${database} (${error instanceof Error ? error.message : ''})`;
  return describeError(error);
}

/** Ignores errors of the console (full disk, closed pipe): the line is lost, the server continues. */
function ignoreConsoleErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Runs the server until a signal stops it, then exits the process. */
export async function runProcess(hooks: ServeHooks = {}): Promise<void> {
  ignoreConsoleErrors();
  let server: ServerHandle | undefined;
  let stopRequestedAt: number | undefined;
  const stop = async (code: number) => {
    // ^C in a terminal arrives twice, once through npm; a later one means that the operator does not want to wait.
    if (stopRequestedAt !== undefined && Date.now() - stopRequestedAt > repeatedSignalMs) process.exit(1);
    if (stopRequestedAt !== undefined) return;
    stopRequestedAt = Date.now();
    await server?.close().catch((error: unknown) => printError(String(error)));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  process.on('uncaughtException', (error) => {
    printError(server ? describeError(error) : describeStartError(error, unknownAddress));
    setTimeout(() => process.exit(1), maxCloseMs).unref();
    void stop(1);
  });
  let address: Pick<Config, 'port' | 'host'> = unknownAddress;
  try {
    const config = readConfig(process.env);
    address = config;
    server = await serveWhenDiskHasSpace(config, hooks, printError);
    // A signal arrived during the start.
    if (stopRequestedAt !== undefined) await server.close();
  } catch (error) {
    printError(describeStartError(error, address));
    process.exit(1);
  }
}
