/** Runs the server in the process of a tool. */
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { ensure } from '../ensure.mjs';
import { has, inRoot } from './paths.mjs';

/**
 * Installs, builds and runs a bundle of the server, until a signal ends it.
 *
 * @param {'main' | 'demo'} bundle
 */
export async function runServer(bundle) {
  process.env.NODE_ENV ??= 'production';
  await ensure(undefined, { needsTools: false });
  const file = `apps/server/dist/${bundle}.js`;
  if (!has(file)) {
    process.stderr.write(`There is no server to start: ${file} is missing.\n`);
    process.exit(1);
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => onStopSignal(signal));
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(inRoot(file)).href);
}

/**
 * ^C comes twice, from the terminal and passed on by npm: the second must not kill a server that is stopping.
 * The first ends one that is still starting, in a way that lets its exit listeners stop the database.
 */
function onStopSignal(signal) {
  if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal]);
  process.on(signal, () => undefined);
}
