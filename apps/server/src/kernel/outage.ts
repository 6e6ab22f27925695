/**
 * Errors that say nothing about a request: the database or the store of files is away, starts again or has no room, or the disk
 * is full. Whoever asked may ask again. Whether what was asked for was carried out is not always known: a line may break in a commit.
 */

import { FileStoreError } from './files/file-store-error.ts';

/** What callers are told, by the slug of its words. */
export type OutageCode = 'server.no-database' | 'server.no-storage' | 'server.full' | 'server.busy';

/** By PostgreSQL's conditions, or by their first two letters. */
const codeByPostgresCondition = new Map<string, OutageCode>([
  ['08', 'server.no-database'],
  // Ended by an administrator, by a crash of another session, or not up yet.
  ['57P01', 'server.no-database'],
  ['57P02', 'server.no-database'],
  ['57P03', 'server.no-database'],
  ['57P05', 'server.no-database'],
  // It was taken away, to be brought back from a backup.
  ['3D000', 'server.no-database'],
  ['53100', 'server.full'],
  // No memory, no connection left.
  ['53', 'server.busy'],
  // A query took too long, or two requests stood in each other's way.
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
/** What the system calls it where there is no code: in what PostgreSQL's programs say. */
const diskFullPattern = /no space left on device|disk quota exceeded/i;
const tooManyFilesCodes = new Set(['EMFILE', 'ENFILE']);

/** What the driver and the query builder say without a code. */
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
/** Waited for a connection of the pool, or for an answer, longer than its limit. */
const timeoutPattern = /^timeout exceeded when trying to connect|^query read timeout/i;

function outageByErrorCode(code: string, syscall: unknown): OutageCode | undefined {
  if (diskFullCodes.has(code)) return 'server.full';
  if (tooManyFilesCodes.has(code)) return 'server.busy';
  // The embedded database's socket is a file: it is gone while there is no server.
  if (syscall === 'connect' && code === 'ENOENT') return 'server.no-database';
  if (networkErrorCodes.has(code)) return 'server.no-database';
  return /^[0-9A-Z]{5}$/.test(code)
    ? (codeByPostgresCondition.get(code) ?? codeByPostgresCondition.get(code.slice(0, 2)))
    : undefined;
}

/** What is out of order, if it is that which made this error. */
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
