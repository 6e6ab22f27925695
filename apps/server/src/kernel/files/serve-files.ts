/** Serves stored files at `/storage`. They come from people: a browser must show them and never run them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storagePath } from '../http/api-format.ts';
import { DirectoryFileStore } from './directory-file-store.ts';
import type { FileStore } from './file-store.ts';
import type { FileUrlSigner } from './file-url-signer.ts';
import { S3FileStore } from './s3-file-store.ts';
import { serveS3Files } from './serve-s3-files.ts';

const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
};

/**
 * A file never changes under its name, but who may see it does: caches between ask again after an hour, browsers after a
 * day.
 */
const publicCacheControl = 'public, max-age=86400, s-maxage=3600';

/** What is asked of files, by their names in the store. */
interface ServeFilesOptions {
  urlSigner: FileUrlSigner;
  /** What is known of a file; its hash is of its content, and null for what is no picture. */
  describe: (file: string) => Promise<{ isOpen: boolean; hash: string | null }>;
  /** Where a picture lies today whose address was another before; undefined for all others. */
  renamedFile: (file: string) => string | undefined;
  /** What it is called on the disk of whoever fetches it; undefined for one that a browser shows. */
  downloadName: (file: string) => string | undefined;
}

function fileNameIn(request: FastifyRequest): string {
  const requestPath = request.url.split('?')[0] ?? '';
  try {
    return decodeURIComponent(requestPath.slice(storagePath.length + 1));
  } catch {
    return '';
  }
}

const conditionalHeaders = [
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
function isNotModified(request: FastifyRequest, etag: string | null): boolean {
  const { headers } = request.raw;
  const { 'if-none-match': requestPath, 'if-range': range } = headers;
  if (range !== undefined && range !== etag) delete headers.range;
  for (const name of conditionalHeaders) delete headers[name];
  if (requestPath === undefined || etag === null) return false;
  return requestPath.split(',').some((it) => ['*', etag].includes(it.trim().replace(/^W\//, '')));
}

async function serveDirectory(
  scope: FastifyInstance,
  root: string,
  setFileHeaders: (reply: Pick<FastifyReply, 'header'>, file: string) => void,
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
    setHeaders: (reply, target) =>
      setFileHeaders(reply, path.relative(root, target).replaceAll(path.sep, '/')),
  });
}

/**
 * Mounts the store. What is not there, and what the caller may not have, goes on to the app's own "not found": the two are
 * not told apart.
 */
export async function serveFiles(
  app: FastifyInstance,
  store: FileStore,
  { urlSigner: seal, describe, renamedFile: newName, downloadName }: ServeFilesOptions,
): Promise<void> {
  /** Requests for pictures, each with what the picture is known by. */
  const pictures = new WeakMap<FastifyRequest, string | null>();
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const file = fileNameIn(request);
      const secondsLeft = seal.secondsUntilExpiry(file, request.query as Record<string, unknown>);
      const { isOpen, hash } = await describe(file);
      if (secondsLeft === 0 && !isOpen) {
        const now = newName(file);
        return now !== undefined && (await describe(now)).isOpen
          ? reply.redirect(`${storagePath}/${now}`, 301)
          : reply.callNotFound();
      }
      void reply.header(
        'cache-control',
        secondsLeft > 0 ? `private, max-age=${secondsLeft}, immutable` : publicCacheControl,
      );
      if (downloadName(file) !== undefined) return undefined;
      const etag = hash === null ? null : `"${hash}"`;
      pictures.set(request, etag);
      return isNotModified(request, etag) ? reply.header('etag', etag).code(304).send() : undefined;
    });
    // Whatever served the file says when and under what it was stored: of a picture nobody is told.
    scope.addHook('onSend', async (request, reply) => {
      const etag = pictures.get(request);
      if (etag === undefined) return;
      reply.removeHeader('last-modified');
      if (etag === null || reply.statusCode >= 400) reply.removeHeader('etag');
      else reply.header('etag', etag);
    });
    const setFileHeaders = (reply: Pick<FastifyReply, 'header'>, file: string) => {
      for (const [name, value] of Object.entries(fileHeaders)) reply.header(name, value);
      const download = downloadName(file);
      if (download) reply.header('content-disposition', `attachment; filename="${download}"`);
    };
    if (store instanceof S3FileStore) serveS3Files(scope, store, fileNameIn, setFileHeaders);
    else if (store instanceof DirectoryFileStore) await serveDirectory(scope, store.root, setFileHeaders);
  });
}
