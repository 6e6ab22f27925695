/**
 * `npm run load`: builds the server, then finds its maximum rate of requests on a generated deployment, and sends twice that.
 * `npm run load -- --help` lists the flags.
 */
import { spawn } from 'node:child_process';
import { ensure } from './ensure.mjs';
import { inRoot } from './lib/paths.mjs';

await ensure();
const program = ['--import', 'tsx', inRoot('bench/load/main.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, program, { cwd: inRoot(), stdio: 'inherit' });
// The terminal sends ^C to the child too; it stops its server and then itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
