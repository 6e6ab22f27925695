import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepTemporaryFilesInMemory } from './tools/system/memory-folder.mjs';

const usualTemporaryFolder = tmpdir();
keepTemporaryFilesInMemory();

const isShared = Boolean(process.env['CI']);
/**
 * How many times longer than on a quiet machine tests wait before they give up. A build machine is shared: now and then it stands
 * still for seconds. A database server beside the tests has settings of its own, and may be slower than the embedded one.
 */
const timeScale =
  Number(process.env['TEST_TIME_SCALE']) || (isShared || process.env['TEST_DATABASE_URL'] ? 3 : 1);

const usual = {
  // Loading the code takes longer than most files' tests: the files of a worker share it.
  isolate: false,
  testTimeout: timeScale * 60_000,
  hookTimeout: timeScale * 60_000,
  expect: { poll: { timeout: timeScale * 5000 } },
  env: { TEST_TIME_SCALE: String(timeScale) },
};
const server = { ...usual, globalSetup: ['apps/server/src/testing/app/postgres.setup.ts'] };
const isolated = 'apps/server/src/**/*.isolated.test.ts';
const slow = 'apps/server/src/**/*.slow.test.ts';

export const projects = [
  { test: { ...usual, name: 'packages', include: ['packages/*/src/**/*.test.ts'] } },
  {
    test: {
      ...server,
      name: 'server',
      include: ['apps/server/src/**/*.test.ts'],
      exclude: [isolated, slow],
    },
  },
  // Files that replace modules or timers (tools/checks/test-names.mjs).
  { test: { ...server, isolate: true, name: 'server-isolated', include: [isolated] } },
  {
    test: {
      ...server,
      isolate: true,
      name: 'server-slow',
      // Those that `npm test` runs with a sample of their cases run again here with all.
      include: [slow, 'apps/server/src/testing/security/{fuzz,bad-input}.test.ts'],
      env: {
        ...usual.env,
        FUZZ_ROUNDS: process.env['FUZZ_ROUNDS'] ?? '12',
        FULL_SWEEP: '1',
        // Large backups, and an object store that not every kernel can run in memory.
        TMPDIR: usualTemporaryFolder,
      },
    },
  },
  { test: { ...usual, name: 'web', include: ['apps/web/{src,service-worker}/**/*.test.ts'] } },
  {
    oxc: { jsx: { runtime: 'automatic', development: false } },
    test: {
      ...usual,
      name: 'components',
      env: { ...usual.env, NODE_ENV: 'production' },
      include: ['apps/web/src/**/*.test.tsx'],
      environment: 'jsdom',
      setupFiles: ['apps/web/src/testing/setup.ts'],
      testTimeout: timeScale * 60_000,
      expect: { poll: { timeout: timeScale * 15_000 } },
    },
  },
  { test: { ...usual, name: 'bench', include: ['bench/**/*.test.ts'] } },
  { test: { ...usual, name: 'tools', include: ['tools/**/*.test.mjs'] } },
];

/** The longest files: begun late, one of them would run on alone while the other workers have nothing left. */
const longestFiles = ['bad-input', 'ownership', 'hidden-facts'].map(
  (name) => `/apps/server/src/testing/security/${name}.test.ts`,
);

/** The usual order goes by earlier durations, and in a fresh checkout, which has none, by the size of the files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Isolated files stay first: between others they would end the processes that those share.
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (project.config.isolate) return 0;
      return longestFiles.some((it) => moduleId.endsWith(it)) ? 1 : 2;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

// On two cores: tests wait for the database, timers and peers nearly half of the time.
export default defineConfig({
  test: { maxWorkers: 3, projects, sequence: { sequencer: LongestFirst } },
});
