/**
 * Finds nginx for the test of several processes, or installs it from the system's packages. Prints its path; exits with 1 and the
 * reason if there is none.
 */
import { ensureProgram } from './system-packages.mjs';

const path = await ensureProgram(['nginx'], ['nginx-light']);
if (path) process.stdout.write(`${path}\n`);
else {
  process.stderr.write('There is no nginx here: apt-get install nginx\n');
  process.exitCode = 1;
}
