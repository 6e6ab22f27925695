/**
 * `npm run check`: all static checks. Prints one line for each check, and the output of those that failed.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from './ensure.mjs';
import { bin, has, inRoot } from './lib/paths.mjs';
import { runProgram } from './lib/run-program.mjs';
import { listSourceFiles } from './lib/source-files.mjs';
import { failedOf } from './testing/results.mjs';

/** Limited by memory rather than by processors. */
const CONCURRENCY = 2;
/** Workspaces, each with the entry file without which it is skipped. */
const WORKSPACE_ENTRIES = {
  'packages/contract': '',
  'packages/survey-logic': '',
  'apps/server': 'src/main.ts',
  'apps/web': 'src/main.tsx',
  e2e: '',
  bench: '',
};
const withSources = Object.keys(WORKSPACE_ENTRIES).filter((folder) => listSourceFiles(folder).length > 0);
// Without the entry file everything would count as unused.
const startedWorkspaces = withSources.filter((folder) => has(folder, WORKSPACE_ENTRIES[folder]));

/** Incremental type check. */
const typeCheckCommand = (folder) => [
  bin('tsc'),
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  inRoot('.cache', 'types', `${folder.replaceAll('/', '-')}.tsbuildinfo`),
  '-p',
  folder,
];

/** @type {{ name: string, command: [string, ...string[]] }[]} */
const checks = [
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings', '.'] },
  {
    name: 'types of the service worker',
    command: typeCheckCommand('apps/web/service-worker'),
  },
  ...withSources.map((folder) => ({
    name: `types ${folder}`,
    command: typeCheckCommand(folder),
  })),
  {
    name: 'unused code',
    command: [
      bin('knip'),
      '--no-progress',
      ...['.', ...startedWorkspaces].flatMap((folder) => ['--workspace', folder]),
    ],
  },
  { name: 'format', command: [bin('biome'), 'check', '--diagnostic-level=info', '.'] },
  { name: 'duplicates', command: [bin('jscpd'), '--config', inRoot('.jscpd.json'), '.'] },
  { name: 'layers', command: [process.execPath, inRoot('tools/checks/layers.mjs')] },
  { name: 'translations', command: [process.execPath, inRoot('tools/checks/locales.mjs')] },
  { name: 'test names', command: [process.execPath, inRoot('tools/checks/test-names.mjs')] },
  { name: 'css classes', command: [process.execPath, inRoot('tools/checks/css-classes.mjs')] },
  { name: 'docs', command: [process.execPath, inRoot('tools/checks/docs.mjs')] },
  { name: 'secrets', command: [process.execPath, inRoot('tools/checks/secrets.mjs')] },
];

/** Runs all checks. @returns {Promise<import('./testing/results.mjs').TestResult[]>} */
export async function runChecks() {
  const results = [];
  const failed = [];
  const queue = [...checks];
  const work = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const [program, ...args] = check.command;
      const { code, output, seconds } = await runProgram(program, args);
      console.log(
        `${code === 0 ? 'ok    ' : 'FAILED'} ${check.name.padEnd(30)} ${seconds.toFixed(1).padStart(5)} s`,
      );
      results.push({ file: '', title: check.name, state: code === 0 ? 'passed' : 'failed' });
      if (code !== 0) failed.push({ name: check.name, output });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  for (const { name, output } of failed) console.log(`\n── ${name} ${'─'.repeat(60)}\n${output.trim()}`);
  return results;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await ensure([]);
  const failed = failedOf(await runChecks()).length;
  console.log(failed === 0 ? '\nAll checks passed.' : `\n${failed} of ${checks.length} checks failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
}
