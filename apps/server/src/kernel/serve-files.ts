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
  /** Whether strangers may fetch it. */
  isOpen: (file: string) => Promise<boolean>;
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
  { seal, isOpen, downloadName }: ServedFiles,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const file = nameIn(request);
      const left = seal.secondsLeft(file, request.query as Record<string, unknown>);
      if (left === 0 && !(await isOpen(file))) return reply.callNotFound();
      void reply.header('cache-control', left > 0 ? `private, max-age=${left}, immutable` : forEverybody);
      return undefined;
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
