/**
 * Bundles the server, the demonstration and the operator's commands: our code in one file each, with a source map; packages stay in
 * node_modules. Node cannot run TypeScript from other workspaces by itself.
 */
import { cp, rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { inRoot } from '../lib/paths.mjs';

/** The programs, by their path inside the server. */
const programs = {
  'dist/main.js': 'src/main.ts',
  'dist/picture-worker.js': 'src/media/picture-worker.ts',
  'dist/training-worker.js': 'src/review/suggestions/training-worker.ts',
  'dist/document-worker.js': 'src/layers/documents/document-worker.ts',
  'dist/extract-worker.js': 'src/map-archives/extract/extract-worker.ts',
  'dist/demo.js': 'src/demo/main.ts',
  'dist/backup.js': 'src/backup.main.ts',
  'dist/restore.js': 'src/restore.main.ts',
  'dist/move.js': 'src/move-database.main.ts',
  'dist/move-files.js': 'src/move-files.main.ts',
};

for (const [file, input] of Object.entries(programs)) {
  const bundle = await rolldown({
    input: inRoot('apps/server', input),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@waypost/'),
    transform: { target: 'node20' },
    tsconfig: inRoot('apps/server/tsconfig.json'),
  });
  await bundle.write({
    file: inRoot('apps/server', file),
    format: 'esm',
    sourcemap: true,
    codeSplitting: false,
  });
  await bundle.close();
}

// SQL that the server reads at its start, beside the bundle as it is beside the source.
for (const folder of ['baseline', 'functions']) {
  await rm(inRoot('apps/server/dist', folder), { recursive: true, force: true });
  await cp(inRoot('apps/server/src/migrations', folder), inRoot('apps/server/dist', folder), {
    recursive: true,
  });
}
