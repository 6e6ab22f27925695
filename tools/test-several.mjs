/**
 * `npm run test:several`: two processes that serve, one that runs jobs, a PostgreSQL and nginx from the system's packages;
 * processes are killed under load. Skipped with a message if nginx is not available.
 */
import { spawn } from 'node:child_process';
import { ensure } from './ensure.mjs';
import { bin, inRoot } from './lib/paths.mjs';

await ensure();
const program = ['test', '-c', 'e2e/multi-process.config.ts', ...process.argv.slice(2)];
const child = spawn(bin('playwright'), program, { cwd: inRoot(), stdio: 'inherit' });
process.on('SIGINT', () => undefined);
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
