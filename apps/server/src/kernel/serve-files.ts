/** Serves stored files at `/storage`. They come from people: a browser must show them and never run them. */
import { mkdir } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileSeal } from './file-seal.ts';
import type { FileStore } from './file-store.ts';
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

/** Whether strangers may fetch a file, by its name in the store. */
export type IsOpenFile = (file: string) => Promise<boolean>;

function nameIn(request: FastifyRequest): string {
  const path = request.url.split('?')[0] ?? '';
  try {
    return decodeURIComponent(path.slice(storagePath.length + 1));
  } catch {
    return '';
  }
}

/**
 * Mounts the store. What is not there, and what the caller may not have, goes on to the app's own "not found": the two are
 * not told apart.
 */
export async function serveFiles(
  app: FastifyInstance,
  store: FileStore,
  { seal, isOpen }: { seal: FileSeal; isOpen: IsOpenFile },
): Promise<void> {
  // The plugin warns about a root that is not there yet.
  await mkdir(store.root, { recursive: true });
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const file = nameIn(request);
      const left = seal.secondsLeft(file, request.query as Record<string, unknown>);
      if (left === 0 && !(await isOpen(file))) return reply.callNotFound();
      void reply.header('cache-control', left > 0 ? `private, max-age=${left}, immutable` : forEverybody);
      return undefined;
    });
    await scope.register(fastifyStatic, {
      root: store.root,
      prefix: `${storagePath}/`,
      decorateReply: false,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply) {
        for (const [name, value] of Object.entries(headers)) reply.header(name, value);
      },
    });
  });
}
