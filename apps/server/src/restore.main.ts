/** Entry point of `npm run restore -- FILE`: restores a backup into an empty deployment. */
import path from 'node:path';
import { promptPassphrase } from './ask-passphrase.ts';
import { decryptBackup, detectEncryption, restoreBackup } from './backups/backups.public.ts';
import type { Config } from './kernel/config/config.ts';
import { schema } from './migrations/schema.ts';
import { fileStoreOf, keyFilesOf, runCommand, withDatabase } from './operator-command.ts';

/** Opens the archive of a backup: the file itself, or a decrypted temporary copy. */
async function openArchive(file: string, { backupSecrets: { passphrase, identities }, dataDir }: Config) {
  const encryption = await detectEncryption(file);
  if (encryption === 'none') return { file, remove: () => Promise.resolve() };
  const usedPassphrase = passphrase ?? (encryption === 'passphrase' ? await promptPassphrase() : undefined);
  return decryptBackup(file, { passphrase: usedPassphrase, identities }, dataDir);
}

// By default a signal ends the process without its exit handlers, one of which removes the decrypted archive.
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

await runCommand(
  'npm run restore -- FILE',
  { positionals: [1, 1] },
  async ({ config, positionals: [file = ''], print }) => {
    const archive = await openArchive(path.resolve(file), config);
    try {
      await withDatabase(config, { mustExist: false }, async (connectionString) => {
        const store = fileStoreOf(config);
        const summary = await restoreBackup(archive.file, {
          connectionString,
          store,
          keyFiles: keyFilesOf(config),
          schema,
        });
        print(
          `Restored ${summary.rows} rows and ${summary.files} files as they were at ${summary.createdAt.toISOString()}.`,
        );
        print('Start the server with npm start.');
      });
    } finally {
      await archive.remove();
    }
  },
);
