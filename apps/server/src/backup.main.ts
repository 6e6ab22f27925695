/** Entry point of `npm run backup [-- FILE]`: writes a backup of a deployment, whether or not its server runs. */
import path from 'node:path';
import { version } from '../package.json' with { type: 'json' };
import { backupFileName, insertBackupRecord, writeBackup } from './backups/backups.public.ts';
import { inTransaction, openDatabase } from './kernel/db/database.ts';
import { fileStoreOf, keyFilesOf, runCommand, withDatabase } from './operator-command.ts';

await runCommand(
  'npm run backup [-- FILE]',
  { positionals: [0, 1] },
  async ({ config, positionals: [chosenFile], print }) => {
    const startedAt = new Date();
    const { encryption } = config.backupSecrets;
    const directory = config.backups?.directory ?? path.join(config.dataDir, 'backups');
    const file =
      chosenFile === undefined
        ? path.join(directory, backupFileName(startedAt, encryption !== undefined))
        : path.resolve(chosenFile);
    await withDatabase(config, { mustExist: true }, async (connectionString) => {
      const summary = await writeBackup({
        connectionString,
        store: fileStoreOf(config),
        keyFiles: keyFilesOf(config),
        version,
        file,
        encryption,
      });
      const db = openDatabase(connectionString, { maxConnections: 1 });
      // The database of an older version has no table for it; the backup is written all the same.
      await inTransaction(db, 'writes', (tx) =>
        insertBackupRecord(tx, { started: startedAt, bytes: summary.bytes, fault: null }),
      ).catch(() => undefined);
      await db.destroy();
      const seconds = ((Date.now() - startedAt.getTime()) / 1000).toFixed(1);
      print(
        `${file}: ${summary.rows} rows and ${summary.files} files, ${summary.bytes} bytes, in ${seconds} s`,
      );
      print(
        encryption
          ? 'It is encrypted: nobody can restore it without the key or passphrase, not even you.'
          : 'It contains every secret of the deployment: keep it where only you can read it.',
      );
    });
  },
);
