/** `npm run restore -- FILE` ends here: a backup becomes a deployment, where there is none yet. */
import path from 'node:path';
import { readBackup } from './backups/backups.public.ts';
import { filesOf, keysOf, onDatabase, program } from './command.ts';
import { migrations } from './migrations/all.ts';

await program('npm run restore -- FILE', { files: [1, 1] }, async ({ config, files: [file = ''], say }) => {
  await onDatabase(config, { mustExist: false }, async (connectionString) => {
    const store = filesOf(config);
    const told = await readBackup(path.resolve(file), {
      connectionString,
      store,
      keys: keysOf(config),
      migrations,
    });
    say(`Restored ${told.rows} rows and ${told.files} files as they were at ${told.made.toISOString()}.`);
    say('Start the server with npm start.');
  });
});
