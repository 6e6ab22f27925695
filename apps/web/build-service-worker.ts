/**
 * Builds `/sw.js` after the client: one script with the list of the app's files. The list has what the map, the posts and
 * the report form need. The settings need the network anyway, and languages are loaded when they are chosen.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { buildAfterClient } from './build-after-client.ts';

const excludedModules =
  /src\/(?:routes\/(?:settings|activity|verifier|unsubscribe|users|posts\.create\.\$surveyId\.noui|map\.noui|list\.noui)|locales\/|blocks\/map-canvas\/city-names\/|features\/(?:first-run|api-docs)|blocks\/photo-cover\/find-faces)/;
const pageFiles = ['/index.html', '/theme.js', '/favicon.svg'];

function listAppFiles(manifest: Manifest): string[] {
  const files = new Set<string>();
  const visited = new Set<string>();
  const walk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key) || excludedModules.test(key)) return;
    visited.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`);
    for (const file of chunk.assets ?? [])
      if (!/\.woff2?$/.test(file) || /latin-wght/.test(file)) files.add(`/${file}`);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) walk(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) walk(key);
  return [...files].sort();
}

/** A plugin that builds the service worker. */
export const buildServiceWorker = (): Plugin =>
  buildAfterClient('waypost:service-worker', ({ root, outDir }) => {
    const manifest = JSON.parse(readFileSync(path.join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
    const files = [...pageFiles, ...listAppFiles(manifest)];
    const hash = createHash('sha256').update(files.join());
    for (const file of pageFiles) hash.update(readFileSync(path.join(outDir, file)));
    const appBuild = { version: hash.digest('hex').slice(0, 12), files };
    return {
      define: { APP_BUILD: JSON.stringify(appBuild) },
      build: {
        rolldownOptions: {
          input: path.join(root, 'service-worker/sw.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    };
  });
