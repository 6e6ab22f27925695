/** `npm run restore -- FILE` ends here: a backup becomes a deployment, where there is none yet. */
import path from 'node:path';
import { askPassphrase } from './ask-passphrase.ts';
import { decryptBackup, encryptionOf, readBackup } from './backups/backups.public.ts';
import { filesOf, keysOf, onDatabase, program } from './command.ts';
import type { Config } from './kernel/config.ts';
import { migrations } from './migrations/all.ts';

/** A file that is an archive: the backup itself, or what it is decrypted to before anything else is touched. */
async function archiveOf(file: string, { backupSecrets: { passphrase, identities }, dataDir }: Config) {
  const encryption = await encryptionOf(file);
  if (encryption === 'none') return { file, remove: () => Promise.resolve() };
  const words = passphrase ?? (encryption === 'passphrase' ? await askPassphrase() : undefined);
  return decryptBackup(file, { passphrase: words, identities }, dataDir);
}

// By default a signal ends the process without its exit handlers, and one of them removes the decrypted archive.
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

await program('npm run restore -- FILE', { files: [1, 1] }, async ({ config, files: [file = ''], say }) => {
  const archive = await archiveOf(path.resolve(file), config);
  try {
    await onDatabase(config, { mustExist: false }, async (connectionString) => {
      const store = filesOf(config);
      const told = await readBackup(archive.file, {
        connectionString,
        store,
        keys: keysOf(config),
        migrations,
      });
      say(`Restored ${told.rows} rows and ${told.files} files as they were at ${told.made.toISOString()}.`);
      say('Start the server with npm start.');
    });
  } finally {
    await archive.remove();
  }
});
