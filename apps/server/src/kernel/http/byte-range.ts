/** Requests for a part of a file (RFC 9110 §14). */
import { Readable } from 'node:stream';
import type { ByteRange, FileStore } from '../files/file-store.ts';
import { StreamedResponse } from './responses.ts';

/**
 * Parses a `Range` header with one range of bytes. Several ranges, and what is no range, mean the whole file, as RFC 9110 allows.
 * @param size of the file in bytes
 * @returns null for the whole file
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** A stored file that never changes. */
export interface StoredFile {
  name: string;
  size: number;
  /** A strong validator, with quotes. */
  etag: string;
  headers: Readonly<Record<string, string>>;
}

interface FileRequest {
  method: string;
  header: (name: string) => string | undefined;
}

/** Whether an `If-None-Match` header names the ETag. Weak tags match, too (RFC 9110 §13.1.2). */
export const matchesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));

/** Answers a request for a file, or a part of it: 200, 206, 304 or 416. */
export function respondWithFile(
  store: FileStore,
  { name, size, etag, headers }: StoredFile,
  request: FileRequest,
): StreamedResponse {
  const common = { ...headers, etag, 'accept-ranges': 'bytes' };
  const ifNoneMatch = request.header('if-none-match');
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag))
    return new StreamedResponse(Readable.from([]), common, 304);
  const ifRange = request.header('if-range');
  const range =
    ifRange !== undefined && ifRange !== etag ? null : parseByteRange(request.header('range'), size);
  if (range === 'unsatisfiable')
    return new StreamedResponse(Readable.from([]), { ...common, 'content-range': `bytes */${size}` }, 416);
  const length = range ? range.end - range.start + 1 : size;
  return new StreamedResponse(
    request.method === 'HEAD' ? Readable.from([]) : store.read(name, range ?? undefined),
    {
      ...common,
      'content-length': String(length),
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}),
    },
    range ? 206 : 200,
  );
}
