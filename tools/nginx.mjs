/**
 * An nginx for the test of several processes: one that is there, or one from the system's packages. Prints its path; ends with 1
 * and the reason where none can be had.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runProgram } from './run-program.mjs';

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

const found = () =>
  folders
    .map((folder) => join(folder, 'nginx'))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** Nothing is started by the package itself: what is tested starts its own. */
async function installFromPackages() {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
  await runProgram('apt-get', ['update'], options);
  await runProgram('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light'], options);
}

if (!found() && process.getuid?.() === 0) await installFromPackages();
const path = found();
if (path) process.stdout.write(`${path}\n`);
else {
  process.stderr.write('There is no nginx here: apt-get install nginx\n');
  process.exitCode = 1;
}
