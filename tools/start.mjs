/**
 * `npm start`: makes everything ready, then becomes the server. In one process, so that a signal to it is a
 * signal to the server.
 */
import { pathToFileURL } from 'node:url';
import { ensure } from './ensure.mjs';
import { has, inRoot } from './paths.mjs';

process.env.NODE_ENV ??= 'production';
await ensure();
if (!has('apps/server/dist/main.js')) {
  process.stderr.write('There is no server to start: apps/server/src/main.ts is missing.\n');
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import(pathToFileURL(inRoot('apps/server/dist/main.js')).href);
