/**
 * Prepares the repository: checks the version of Node, installs dependencies, builds outdated targets. Takes a few tens of
 * milliseconds if there is nothing to do.
 *
 * `node tools/ensure.mjs` builds all targets; `start` and `dev` build those that they need.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, ensureInstalled, SetupError } from './build/install.mjs';
import { hashOf, readStamp, writeStamp } from './build/stamp-files.mjs';
import { targets } from './build/targets.mjs';
import { has, inRoot, releaseFile } from './lib/paths.mjs';
import { runProgram } from './lib/run-program.mjs';

/**
 * Installs missing dependencies and builds outdated targets, and prints one line for each. On failure it ends the process with a
 * message.
 *
 * @param {(keyof typeof targets)[]} [names] the targets to build; all when absent
 * @param {{ needsTools?: boolean }} [options] `needsTools: false` for running Waypost, without what tests and checks need
 */
export async function ensure(names = Object.keys(targets), { needsTools = true } = {}) {
  try {
    await checkNode();
    if (has(releaseFile)) return;
    await ensureInstalled(needsTools);
    for (const name of names) await ensureBuilt(name);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** @param {keyof typeof targets} name */
async function ensureBuilt(name) {
  const target = targets[name];
  if (!target.exists()) return;
  const stampFile = inRoot('.cache', 'waypost', `${name}.stamp`);
  const wanted = await hashOf(target.inputs, {
    extra: await target.extra?.(),
    // Outputs among the inputs must not make the target outdated.
    skip: (path) => target.outputs.includes(path) || target.skip?.(path) === true,
  });
  if (target.outputs.every((path) => existsSync(path)) && (await readStamp(stampFile)) === wanted) return;
  process.stdout.write(`Building the ${target.name} ... `);
  const [program, ...args] = target.command;
  const { code, output, seconds } = await runProgram(program, args, { cwd: target.cwd });
  if (code !== 0) {
    process.stdout.write('failed\n');
    throw new SetupError(output.trim());
  }
  await writeStamp(stampFile, wanted);
  process.stdout.write(`${seconds.toFixed(1)} s\n`);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await ensure();
