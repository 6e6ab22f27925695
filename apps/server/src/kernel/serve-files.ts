/** Serves stored files at `/storage`. They come from people: a browser must show them and never run them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BucketStore } from './bucket-store.ts';
import { DirectoryStore } from './directory-store.ts';
import type { FileSeal } from './file-seal.ts';
import type { FileStore } from './file-store.ts';
import { serveBucket } from './serve-bucket.ts';
import { storagePath } from './wire.ts';

const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
};

/**
 * A file never changes under its name, but who may see it does: caches between ask again after an hour, browsers after a
 * day.
 */
const forEverybody = 'public, max-age=86400, s-maxage=3600';

/** What is asked of files, by their names in the store. */
interface ServedFiles {
  seal: FileSeal;
  /** What is known of a file; its hash is of its content, and null for what is no picture. */
  describe: (file: string) => Promise<{ isOpen: boolean; hash: string | null }>;
  /** Where a picture lies today whose address was another before; undefined for all others. */
  newName: (file: string) => string | undefined;
  /** What it is called on the disk of whoever fetches it; undefined for one that a browser shows. */
  downloadName: (file: string) => string | undefined;
}

function nameIn(request: FastifyRequest): string {
  const asked = request.url.split('?')[0] ?? '';
  try {
    return decodeURIComponent(asked.slice(storagePath.length + 1));
  } catch {
    return '';
  }
}

const conditions = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
] as const;

/**
 * Whether the caller has the picture already (RFC 9110, 13). Its content is all that it is compared by: an answer that depends
 * on when a file was stored would tell when, so nothing further down sees such a question.
 */
function isKnown(request: FastifyRequest, etag: string | null): boolean {
  const { headers } = request.raw;
  const { 'if-none-match': asked, 'if-range': range } = headers;
  if (range !== undefined && range !== etag) delete headers.range;
  for (const name of conditions) delete headers[name];
  if (asked === undefined || etag === null) return false;
  return asked.split(',').some((it) => ['*', etag].includes(it.trim().replace(/^W\//, '')));
}

async function serveDirectory(
  scope: FastifyInstance,
  root: string,
  dress: (reply: Pick<FastifyReply, 'header'>, file: string) => void,
): Promise<void> {
  // The plugin warns about a root that is not there yet.
  await mkdir(root, { recursive: true });
  await scope.register(fastifyStatic, {
    root,
    prefix: `${storagePath}/`,
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, target) => dress(reply, path.relative(root, target).replaceAll(path.sep, '/')),
  });
}

/**
 * Mounts the store. What is not there, and what the caller may not have, goes on to the app's own "not found": the two are
 * not told apart.
 */
export async function serveFiles(
  app: FastifyInstance,
  store: FileStore,
  { seal, describe, newName, downloadName }: ServedFiles,
): Promise<void> {
  /** Requests for pictures, each with what the picture is known by. */
  const pictures = new WeakMap<FastifyRequest, string | null>();
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const file = nameIn(request);
      const left = seal.secondsLeft(file, request.query as Record<string, unknown>);
      const { isOpen, hash } = await describe(file);
      if (left === 0 && !isOpen) {
        const now = newName(file);
        return now !== undefined && (await describe(now)).isOpen
          ? reply.redirect(`${storagePath}/${now}`, 301)
          : reply.callNotFound();
      }
      void reply.header('cache-control', left > 0 ? `private, max-age=${left}, immutable` : forEverybody);
      if (downloadName(file) !== undefined) return undefined;
      const etag = hash === null ? null : `"${hash}"`;
      pictures.set(request, etag);
      return isKnown(request, etag) ? reply.header('etag', etag).code(304).send() : undefined;
    });
    // Whatever served the file says when and under what it was stored: of a picture nobody is told.
    scope.addHook('onSend', async (request, reply) => {
      const etag = pictures.get(request);
      if (etag === undefined) return;
      reply.removeHeader('last-modified');
      if (etag === null || reply.statusCode >= 400) reply.removeHeader('etag');
      else reply.header('etag', etag);
    });
    const dress = (reply: Pick<FastifyReply, 'header'>, file: string) => {
      for (const [name, value] of Object.entries(headers)) reply.header(name, value);
      const download = downloadName(file);
      if (download) reply.header('content-disposition', `attachment; filename="${download}"`);
    };
    if (store instanceof BucketStore) serveBucket(scope, store, nameIn, dress);
    else if (store instanceof DirectoryStore) await serveDirectory(scope, store.root, dress);
  });
}
