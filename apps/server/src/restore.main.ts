/** `npm run restore -- FILE` ends here: a backup becomes a deployment, where there is none yet. */
import path from 'node:path';
import { promptPassphrase } from './ask-passphrase.ts';
import { decryptBackup, encryptionOf, readBackup } from './backups/backups.public.ts';
import type { Config } from './kernel/config/config.ts';
import { migrations } from './migrations/all.ts';
import { fileStoreOf, keyFilesOf, runCommand, withDatabase } from './operator-command.ts';

/** A file that is an archive: the backup itself, or what it is decrypted to before anything else is touched. */
async function openArchive(file: string, { backupSecrets: { passphrase, identities }, dataDir }: Config) {
  const encryption = await encryptionOf(file);
  if (encryption === 'none') return { file, remove: () => Promise.resolve() };
  const usedPassphrase = passphrase ?? (encryption === 'passphrase' ? await promptPassphrase() : undefined);
  return decryptBackup(file, { passphrase: usedPassphrase, identities }, dataDir);
}

// By default a signal ends the process without its exit handlers, and one of them removes the decrypted archive.
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

await runCommand(
  'npm run restore -- FILE',
  { files: [1, 1] },
  async ({ config, positionals: [file = ''], print: say }) => {
    const archive = await openArchive(path.resolve(file), config);
    try {
      await withDatabase(config, { mustExist: false }, async (connectionString) => {
        const store = fileStoreOf(config);
        const told = await readBackup(archive.file, {
          connectionString,
          store,
          keys: keyFilesOf(config),
          migrations,
        });
        say(
          `Restored ${told.rows} rows and ${told.files} files as they were at ${told.createdAt.toISOString()}.`,
        );
        say('Start the server with npm start.');
      });
    } finally {
      await archive.remove();
    }
  },
);
