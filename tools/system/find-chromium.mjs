/** Finds Chromium for the journeys, or installs it from the system's packages. */
import { SetupError } from '../build/install.mjs';
import { ensureProgram, isExecutable } from './system-packages.mjs';

/** The headless shell has no user interface: a journey takes a tenth less processor time with it. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
/** Without these fonts non-Latin scripts are drawn as boxes. */
const PACKAGES = ['chromium-headless-shell', 'fonts-noto-core'];

/** @returns {Promise<string>} the path of Chromium @throws SetupError if there is none */
export async function ensureChromium() {
  const named = process.env.CHROMIUM;
  if (named && isExecutable(named)) return named;
  const program = await ensureProgram(NAMES, PACKAGES);
  if (program) return program;
  throw new SetupError(
    `The browser journeys need Chromium. Install it (on Debian: apt-get install ${PACKAGES.join(' ')}), or name one in CHROMIUM.`,
  );
}
