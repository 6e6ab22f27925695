/**
 * `npm run load`: makes the server ready, then asks it for as much as it can do, and for twice that, on a generated deployment.
 * Flags are told by `npm run load -- --help`.
 */
import { spawn } from 'node:child_process';
import { ensure } from './ensure.mjs';
import { inRoot } from './lib/paths.mjs';

await ensure();
const program = ['--import', 'tsx', inRoot('bench/load/main.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, program, { cwd: inRoot(), stdio: 'inherit' });
// A terminal's ^C reaches the child by itself; it ends its server and then itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
