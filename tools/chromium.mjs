/** A Chromium for the browser journeys: one that is there, or one from the system's packages. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './install.mjs';
import { runProgram } from './run-program.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const runnable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(runnable);

/** Fonts come with it: without them every script but Latin is drawn as boxes. */
async function installFromPackages() {
  process.stdout.write('Installing Chromium from the system packages ... ');
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await runProgram('apt-get', ['update'], options);
  const packages = ['chromium', 'fonts-noto-core'];
  const result = await runProgram(
    'apt-get',
    ['install', '-y', '--no-install-recommends', ...packages],
    options,
  );
  process.stdout.write(result.code === 0 ? `${result.seconds.toFixed(0)} s\n` : 'failed\n');
}

/** @returns {Promise<string>} the path of a Chromium. Throws SetupError when none can be had. */
export async function ensureChromium() {
  const named = process.env.CHROMIUM;
  if (named && runnable(named)) return named;
  const found = onPath();
  if (found) return found;
  if (process.getuid?.() === 0) await installFromPackages();
  const installed = onPath();
  if (installed) return installed;
  throw new SetupError(
    'The browser journeys need Chromium. Install it (on Debian: apt-get install chromium fonts-noto-core), or name one in CHROMIUM.',
  );
}
