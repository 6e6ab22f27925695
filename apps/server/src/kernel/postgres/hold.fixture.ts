/**
 * A process with only the embedded database, for tests that kill it: starts the database of the data directory, prints
 * `ready <pid of PostgreSQL>`, then waits, or throws an uncaught error with the argument `throw`.
 */
import { startEmbeddedPostgres } from './start-embedded.ts';

const [dataDir = '', mode] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined };
const database = await startEmbeddedPostgres({ dataDir, log });
process.stdout.write(`ready ${database.pid}\n`);
if (mode === 'throw') {
  setImmediate(() => {
    throw new Error('uncaught, for the test');
  });
} else {
  setInterval(() => undefined, 60_000);
}
