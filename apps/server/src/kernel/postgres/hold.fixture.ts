/**
 * A Waypost reduced to its database, for the tests that kill one: starts it on the directory given, prints
 * `ready <pid of PostgreSQL>`, then hangs, or dies of an uncaught error when told to `throw`.
 */
import { startEmbeddedPostgres } from './start-embedded.ts';

const [dataDir = '', manner] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined };
const database = await startEmbeddedPostgres({ dataDir, log });
process.stdout.write(`ready ${database.pid}\n`);
if (manner === 'throw') {
  setImmediate(() => {
    throw new Error('as a defect would');
  });
} else {
  setInterval(() => undefined, 60_000);
}
