/**
 * `npm run crash`: makes the server ready, then takes from it, in the middle of load, what it stands on, and looks whether
 * anything that was acknowledged is lost. Flags are told by `npm run crash -- --help`.
 */
import { spawn } from 'node:child_process';
import { ensure } from './ensure.mjs';
import { inRoot } from './lib/paths.mjs';

await ensure();
const program = ['--import', 'tsx', inRoot('bench/crash/main.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, program, { cwd: inRoot(), stdio: 'inherit' });
// A terminal's ^C reaches the child by itself; it ends its server, gives back its mounts, and then itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
