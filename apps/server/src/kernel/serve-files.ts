/** Serves stored files at `/storage`. They come from people: a browser must show them and never run them. */
import { mkdir } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { FileStore } from './file-store.ts';

/** The path below the server's address that stored files have. */
export const storagePath = '/storage';

/** A file never changes under its name, so that it may be kept for as long as anybody likes. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
};

/** Mounts the store. What is not there goes on to the app's own "not found". */
export async function serveFiles(app: FastifyInstance, store: FileStore): Promise<void> {
  // The plugin warns about a root that is not there yet.
  await mkdir(store.root, { recursive: true });
  await app.register(fastifyStatic, {
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
}
