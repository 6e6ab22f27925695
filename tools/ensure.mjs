/**
 * Makes the repository ready to run: Node new enough, dependencies installed, what is built fresh. Does
 * nothing, in a few tens of milliseconds, when all of it is so.
 *
 * By itself (`node tools/ensure.mjs`) it makes everything; `start` and `dev` take what they need.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, ensureInstalled, SetupError } from './build/install.mjs';
import { hashOf, readStamp, writeStamp } from './build/stamp-files.mjs';
import { targets } from './build/targets.mjs';
import { inRoot } from './lib/paths.mjs';
import { runProgram } from './lib/run-program.mjs';

/**
 * Installs what is missing and builds what is stale, telling one line for each thing done. Ends the process
 * with one clear message when it cannot.
 *
 * @param {(keyof typeof targets)[]} [names] the targets to build; all when absent
 */
export async function ensure(names = Object.keys(targets)) {
  try {
    await checkNode();
    await ensureInstalled();
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
    // What the target makes among its inputs must not make it stale.
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
