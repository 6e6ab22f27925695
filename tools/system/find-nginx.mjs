/**
 * An nginx for the test of several processes: one that is there, or one from the system's packages. Prints its path; ends with 1
 * and the reason where none can be had.
 */
import { ensureProgram } from './system-packages.mjs';

const path = await ensureProgram(['nginx'], ['nginx-light']);
if (path) process.stdout.write(`${path}\n`);
else {
  process.stderr.write('There is no nginx here: apt-get install nginx\n');
  process.exitCode = 1;
}
