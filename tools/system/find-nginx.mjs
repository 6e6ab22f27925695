/** Prints the path of nginx for the test of several processes; exits with 1 and the reason if there is none. */
import { findProgram } from './system-packages.mjs';

const path = findProgram(['nginx']);
if (path) process.stdout.write(`${path}\n`);
else {
  process.stderr.write('There is no nginx here: apt-get install nginx\n');
  process.exitCode = 1;
}
