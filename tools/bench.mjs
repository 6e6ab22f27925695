/**
 * `npm run bench`: installs and builds, then measures server and client on generated deployments.
 * `npm run bench -- --help` lists the flags.
 */
import { spawn } from 'node:child_process';
import { SetupError } from './build/install.mjs';
import { ensure } from './ensure.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureChromium } from './system/find-chromium.mjs';

await ensure();
const chromium = await ensureChromium().catch((error) => {
  if (!(error instanceof SetupError)) throw error;
  return undefined; // measures that need a browser are reported as not measured
});
const child = spawn(
  process.execPath,
  ['--import', 'tsx', inRoot('bench/main.ts'), ...process.argv.slice(2)],
  {
    cwd: inRoot(),
    stdio: 'inherit',
    env: { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}) },
  },
);
// The terminal sends ^C to the child too; it stops its servers and then itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
