/**
 * Recognizes errors that are no fault of the request: the database or the file store is unreachable, restarting or full, or the
 * disk is full. The client may retry. Whether the request was carried out is not always known: a connection may break during
 * a commit.
 */

import { FileStoreError } from './files/file-store-error.ts';

/** The error code that callers get. */
export type OutageCode = 'server.no-database' | 'server.no-storage' | 'server.full' | 'server.busy';

/** By PostgreSQL error code, or by its class (the first two characters). */
const codeByPostgresCondition = new Map<string, OutageCode>([
  ['08', 'server.no-database'],
  // Terminated by an administrator, by a crash of another session, or still starting.
  ['57P01', 'server.no-database'],
  ['57P02', 'server.no-database'],
  ['57P03', 'server.no-database'],
  ['57P05', 'server.no-database'],
  // The database was dropped, for example to restore a backup.
  ['3D000', 'server.no-database'],
  ['53100', 'server.full'],
  // Out of memory or connections.
  ['53', 'server.busy'],
  // Query timeout, lock timeout, serialization failure, deadlock.
  ['57014', 'server.busy'],
  ['55P03', 'server.busy'],
  ['40001', 'server.busy'],
  ['40P01', 'server.busy'],
]);

const networkErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const diskFullCodes = new Set(['ENOSPC', 'EDQUOT']);
/** For messages without a code, as PostgreSQL's programs print them. */
const diskFullPattern = /no space left on device|disk quota exceeded/i;
const tooManyFilesCodes = new Set(['EMFILE', 'ENFILE']);

/** Messages of the driver and the query builder that have no code. */
const connectionLostPattern = new RegExp(
  [
    '^connection terminated',
    'is not queryable$',
    '^timeout expired$',
    'connection has been discarded',
    '^driver has already been destroyed',
    '^cannot use a pool after calling end',
    'is not currently accepting connections$',
  ].join('|'),
  'i',
);
/** Timeouts of the pool and of a query. */
const timeoutPattern = /^timeout exceeded when trying to connect|^query read timeout/i;

function outageByErrorCode(code: string, syscall: unknown): OutageCode | undefined {
  if (diskFullCodes.has(code)) return 'server.full';
  if (tooManyFilesCodes.has(code)) return 'server.busy';
  // The socket of the embedded database is a file, which is missing while the server is down.
  if (syscall === 'connect' && code === 'ENOENT') return 'server.no-database';
  if (networkErrorCodes.has(code)) return 'server.no-database';
  return /^[0-9A-Z]{5}$/.test(code)
    ? (codeByPostgresCondition.get(code) ?? codeByPostgresCondition.get(code.slice(0, 2)))
    : undefined;
}

/** The outage that caused an error; undefined for any other error. */
export function outageOf(error: unknown): OutageCode | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (error instanceof FileStoreError) return error.isFull ? 'server.full' : 'server.no-storage';
  const { code, syscall, message } = error as { code?: unknown; syscall?: unknown; message?: unknown };
  const outage = typeof code === 'string' ? outageByErrorCode(code, syscall) : undefined;
  if (outage) return outage;
  if (typeof message !== 'string') return undefined;
  if (code === undefined && diskFullPattern.test(message)) return 'server.full';
  if (timeoutPattern.test(message)) return 'server.busy';
  return connectionLostPattern.test(message) ? 'server.no-database' : undefined;
}
