/**
 * Checks how the server's test files are named and how long they wait (CONTRIBUTING.md). The files of a worker share one process:
 * one that replaces modules, globals or timers is named `*.isolated.test.ts`, and no other is. Time limits go through
 * `testing/time.ts`, which scales them.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inRoot } from '../lib/paths.mjs';
import { listSourceFiles } from '../lib/source-files.mjs';

/** Replacements that affect other files of the same process. Fake dates alone are reset by `useRealTimers`. */
const globalReplacements = [
  /\bvi\.(mock|doMock|stubGlobal|stubEnv|spyOn|resetModules)\(/,
  /\bvi\.useFakeTimers\((?!.*toFake: \['Date'\])/,
  /\bprocess\.env(\.\w+|\['\w+'\]) = /,
  /\.prototype(\.\w+|\[[^\]]+\]) = /,
  /\bglobalThis(\.\w+|\[[^\]]+\]) = /,
  /\bprocess\.(chdir|umask)\(/,
];

const fixedWaits = [
  [/\bvi\.waitFor\(/, 'use eventually()'],
  [/\{ timeout: \d[\d_]{3,}/, 'use scaled()'],
  [/^\s*\}, \d[\d_]{3,}\);$/m, 'use scaled()'],
];

/** @param {string} file @param {string} source @returns {string[]} its faults */
export function findProblems(file, source) {
  const faults = [];
  const isAlone = /\.(isolated|slow)\.test\.ts$/.test(file);
  const match = globalReplacements.map((pattern) => pattern.exec(source)?.[0]).find(Boolean);
  if (match && !isAlone) faults.push(`${file}: has "${match}": name it *.isolated.test.ts`);
  if (!match && file.endsWith('.isolated.test.ts'))
    faults.push(`${file}: replaces nothing global: name it *.test.ts`);
  for (const [pattern, advice] of fixedWaits) {
    const wait = pattern.exec(source)?.[0].trim();
    if (wait) faults.push(`${file}: has the time limit "${wait}": ${advice} of testing/time.ts`);
  }
  return faults;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const files = listSourceFiles('apps/server').filter((file) => file.endsWith('.test.ts'));
  const faults = files.flatMap((file) => findProblems(file, readFileSync(inRoot(file), 'utf8')));
  for (const fault of faults) console.error(fault);
  console.log(`${files.length} test files, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
