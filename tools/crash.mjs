/**
 * `npm run crash`: builds the server, causes failures of its environment under load, and checks that no acknowledged report is
 * lost. `npm run crash -- --help` lists the flags.
 */
import { spawn } from 'node:child_process';
import { ensure } from './ensure.mjs';
import { inRoot } from './lib/paths.mjs';

await ensure();
const program = ['--import', 'tsx', inRoot('bench/crash/main.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, program, { cwd: inRoot(), stdio: 'inherit' });
// The terminal sends ^C to the child too; it stops its server, unmounts its disks, and then stops itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
