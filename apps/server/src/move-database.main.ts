/**
 * `npm run db:move -- --to ADDRESS` (or `--from ADDRESS`) ends here: the database of a deployment goes from the data directory
 * to a PostgreSQL server, or back. The old one stays as it is.
 */

import { hasCluster } from './kernel/postgres/attach.ts';
import { startEmbeddedPostgres } from './kernel/postgres/start-embedded.ts';
import { moveDatabase } from './kernel/transfer/move-database.ts';
import { migrations } from './migrations/all.ts';
import { CommandError, runCommand } from './operator-command.ts';

const usage =
  'npm run db:move -- --to postgresql://… (from DATA_DIR to a server), or --from postgresql://… (back)';

await runCommand(
  usage,
  { files: [0, 0], options: ['to', 'from'] },
  async ({ config, options, print: say }) => {
    const [to, from] = [options.get('to'), options.get('from')];
    const server = to ?? from;
    if (server === undefined || (to !== undefined && from !== undefined))
      throw new CommandError(`Usage: ${usage}`);
    if (to !== undefined && !(await hasCluster(config.dataDir)))
      throw new CommandError(`There is no database in ${config.dataDir}: set DATA_DIR.`);
    const note = { info: () => undefined, warn: () => undefined };
    // Not one that a server runs on: what people write meanwhile would stay behind.
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: note });
    try {
      const [source, target] =
        to === undefined ? [server, embedded.connectionString] : [embedded.connectionString, to];
      const digests = await moveDatabase(source, target, migrations);
      const rows = digests.reduce((sum, table) => sum + table.rows, 0);
      say(`Moved ${rows} rows in ${digests.length} tables; both sides were read again and are alike.`);
      say(
        to === undefined
          ? 'Unset DATABASE_URL and start the server with npm start.'
          : 'Set DATABASE_URL to it, keep DATA_DIR (the pictures stay there), and start the server with npm start.',
      );
    } finally {
      await embedded.stop();
    }
  },
);
