/** A Chromium for the browser journeys: one that is there, or one from the system's packages. */
import { SetupError } from '../build/install.mjs';
import { ensureProgram, isExecutable } from './system-packages.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** Without fonts every script but Latin is drawn as boxes. */
const PACKAGES = ['chromium', 'fonts-noto-core'];

/** @returns {Promise<string>} the path of a Chromium. Throws SetupError when none can be had. */
export async function ensureChromium() {
  const named = process.env.CHROMIUM;
  if (named && isExecutable(named)) return named;
  const found = await ensureProgram(NAMES, PACKAGES);
  if (found) return found;
  throw new SetupError(
    `The browser journeys need Chromium. Install it (on Debian: apt-get install ${PACKAGES.join(' ')}), or name one in CHROMIUM.`,
  );
}
