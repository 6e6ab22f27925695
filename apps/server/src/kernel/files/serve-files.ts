/** Serves stored files at `/storage`. Users upload them, so a browser may display them but must not run scripts in them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storagePath } from '../http/api-format.ts';
import { matchesEtag } from '../http/byte-range.ts';
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
 * A file never changes under its name, but who may see it does: shared caches revalidate after an hour, browsers after a day.
 */
const publicCacheControl = 'public, max-age=86400, s-maxage=3600';

/** What the rest of the server knows about a file. */
export interface FileDescription {
  /** Whether everybody may see it. */
  isPublic: boolean;
  /**
   * The picture was deleted or replaced, or the export was deleted or has expired. The file remains for some seconds, or until the store
   * is reachable again.
   */
  isGone: boolean;
  /** The hash of its content; null for files other than pictures. */
  hash: string | null;
  /** Verifies the signature of its URL. */
  urlSigner: FileUrlSigner;
}

/** What the rest of the server knows about files, by their names in the store. */
interface ServeFilesOptions {
  describe: (file: string) => Promise<FileDescription>;
  /** The current name of a picture that was renamed; undefined for all others. */
  renamedFile: (file: string) => string | undefined;
  /** File name for a download; undefined for a file that a browser displays. */
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
 * Whether the client has the current picture (RFC 9110 §13). Only its content is compared: a response that depends on when a file
 * was stored would disclose that time, so the conditional headers are removed from the request.
 */
function isNotModified(request: FastifyRequest, etag: string | null): boolean {
  const { headers } = request.raw;
  const { 'if-none-match': ifNoneMatch, 'if-range': ifRange } = headers;
  if (ifRange !== undefined && ifRange !== etag) delete headers.range;
  for (const name of conditionalHeaders) delete headers[name];
  if (ifNoneMatch === undefined || etag === null) return false;
  return matchesEtag(ifNoneMatch, etag);
}

async function serveDirectory(
  scope: FastifyInstance,
  root: string,
  setFileHeaders: (reply: Pick<FastifyReply, 'header'>, file: string) => void,
): Promise<void> {
  // The plugin warns about a missing root.
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
 * Mounts the store. A missing file and a file that the caller may not see both get the same 404.
 */
export async function serveFiles(
  app: FastifyInstance,
  store: FileStore,
  { describe, renamedFile, downloadName }: ServeFilesOptions,
): Promise<void> {
  /** ETags of requested pictures. */
  const etagByRequest = new WeakMap<FastifyRequest, string | null>();
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const file = fileNameIn(request);
      const { isPublic, isGone, hash, urlSigner } = await describe(file);
      if (isGone) return reply.callNotFound();
      const secondsLeft = urlSigner.secondsUntilExpiry(file, request.query as Record<string, unknown>);
      if (secondsLeft === 0 && !isPublic) {
        const currentName = renamedFile(file);
        return currentName !== undefined && (await describe(currentName)).isPublic
          ? reply.redirect(`${storagePath}/${currentName}`, 301)
          : reply.callNotFound();
      }
      void reply.header(
        'cache-control',
        // A device keeps nothing that is not public (docs/decisions/0103).
        secondsLeft > 0 ? 'private, no-store' : publicCacheControl,
      );
      if (downloadName(file) !== undefined) return undefined;
      const etag = hash === null ? null : `"${hash}"`;
      etagByRequest.set(request, etag);
      return isNotModified(request, etag) ? reply.header('etag', etag).code(304).send() : undefined;
    });
    // The plugins set headers with the time of storage and the stored name: pictures must not disclose them.
    scope.addHook('onSend', async (request, reply) => {
      const etag = etagByRequest.get(request);
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
