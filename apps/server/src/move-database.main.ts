/**
 * Entry point of `npm run db:move -- --to ADDRESS` (or `--from ADDRESS`): moves the database of a deployment from the data
 * directory to a PostgreSQL server, or back. The old one is not changed.
 */

import { hasCluster } from './kernel/postgres/attach.ts';
import { startEmbeddedPostgres } from './kernel/postgres/start-embedded.ts';
import { moveDatabase } from './kernel/transfer/move-database.ts';
import { schema } from './migrations/schema.ts';
import { CommandError, runCommand } from './operator-command.ts';

const usage =
  'npm run db:move -- --to postgresql://… (from DATA_DIR to a server), or --from postgresql://… (back)';

await runCommand(
  usage,
  { positionals: [0, 0], options: ['to', 'from'] },
  async ({ config, options, print }) => {
    const [to, from] = [options.get('to'), options.get('from')];
    const server = to ?? from;
    if (server === undefined || (to !== undefined && from !== undefined))
      throw new CommandError(`Usage: ${usage}`);
    if (to !== undefined && !(await hasCluster(config.dataDir)))
      throw new CommandError(`There is no database in ${config.dataDir}: set DATA_DIR.`);
    const log = { info: () => undefined, warn: () => undefined };
    // This fails while a server runs on it: rows written during the move would be lost.
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    try {
      const [source, target] =
        to === undefined ? [server, embedded.connectionString] : [embedded.connectionString, to];
      const digests = await moveDatabase(source, target, schema);
      const rows = digests.reduce((sum, table) => sum + table.rows, 0);
      print(`Moved ${rows} rows in ${digests.length} tables; both sides were read again and are identical.`);
      print(
        to === undefined
          ? 'Unset DATABASE_URL and start the server with npm start.'
          : 'Set DATABASE_URL to it, keep DATA_DIR (the pictures stay there), and start the server with npm start.',
      );
    } finally {
      await embedded.stop();
    }
  },
);
