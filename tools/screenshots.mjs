/**
 * `npm run screenshots`: takes the pictures of the guide (docs/guide/pictures) from the demo deployment. They are
 * defined in `e2e/guide/guide-pictures.ts`; `npm run screenshots -- -g map` takes some.
 */
import { spawn } from 'node:child_process';
import { ensure } from './ensure.mjs';
import { bin, inRoot } from './lib/paths.mjs';
import { ensureChromium } from './system/find-chromium.mjs';

await ensure();
const program = ['test', '-c', 'e2e/guide-pictures.config.ts', ...process.argv.slice(2)];
const env = { ...process.env, CHROMIUM: await ensureChromium() };
const child = spawn(bin('playwright'), program, { cwd: inRoot(), stdio: 'inherit', env });
process.on('SIGINT', () => undefined);
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
