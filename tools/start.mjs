/**
 * `npm start`: makes everything ready, then becomes the server. In one process, so that a signal to it is a
 * signal to the server; the script in package.json says `exec` so that no shell stands in between.
 */
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { ensure } from './ensure.mjs';
import { has, inRoot } from './paths.mjs';

process.env.NODE_ENV ??= 'production';
await ensure();
if (!has('apps/server/dist/main.js')) {
  process.stderr.write('There is no server to start: apps/server/src/main.ts is missing.\n');
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => settle(signal));
process.setSourceMapsEnabled(true);
await import(pathToFileURL(inRoot('apps/server/dist/main.js')).href);

/**
 * ^C comes twice, from the terminal and passed on by npm: the second must not kill a server that is stopping.
 * The first ends one that is still starting, in a way that lets its exit listeners stop the database.
 */
function settle(signal) {
  if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal]);
  process.on(signal, () => undefined);
}
