/** `npm run backup [-- FILE]` ends here: one file that holds all of a deployment, whether or not its server runs. */
import path from 'node:path';
import { version } from '../package.json' with { type: 'json' };
import { backupName, noteBackup, writeBackup } from './backups/backups.public.ts';
import { inTransaction, openDatabase } from './kernel/db/database.ts';
import { fileStoreOf, keyFilesOf, runCommand, withDatabase } from './operator-command.ts';

await runCommand(
  'npm run backup [-- FILE]',
  { files: [0, 1] },
  async ({ config, positionals: [wanted], print: say }) => {
    const began = new Date();
    const { encryption } = config.backupSecrets;
    const directory = config.backups?.directory ?? path.join(config.dataDir, 'backups');
    const file =
      wanted === undefined
        ? path.join(directory, backupName(began, encryption !== undefined))
        : path.resolve(wanted);
    await withDatabase(config, { mustExist: true }, async (connectionString) => {
      const told = await writeBackup({
        connectionString,
        store: fileStoreOf(config),
        keys: keyFilesOf(config),
        version,
        file,
        encryption,
      });
      const db = openDatabase(connectionString, { maxConnections: 1 });
      // An older Waypost's database has nowhere to note it; the backup is made all the same.
      await inTransaction(db, 'writes', (tx) =>
        noteBackup(tx, { began, bytes: told.bytes, fault: null }),
      ).catch(() => undefined);
      await db.destroy();
      const took = ((Date.now() - began.getTime()) / 1000).toFixed(1);
      say(`${file}: ${told.rows} rows and ${told.files} files, ${told.bytes} bytes, in ${took} s`);
      say(
        encryption
          ? 'It is encrypted: without its key or passphrase nobody opens it, you neither.'
          : 'It holds every secret of the deployment: keep it where only you can read it.',
      );
    });
  },
);
