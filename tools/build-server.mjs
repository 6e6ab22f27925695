/**
 * Bundles the server: our own code in one file with a source map, every package from node_modules left where
 * it is. Node cannot run TypeScript from other workspaces by itself.
 */
import { rolldown } from 'rolldown';
import { inRoot } from './paths.mjs';

const bundle = await rolldown({
  input: inRoot('apps/server/src/main.ts'),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@waypost/'),
  transform: { target: 'node20' },
  tsconfig: inRoot('apps/server/tsconfig.json'),
});
await bundle.write({
  file: inRoot('apps/server/dist/main.js'),
  format: 'esm',
  sourcemap: true,
  codeSplitting: false,
});
await bundle.close();
