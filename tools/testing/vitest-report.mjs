/**
 * A vitest reporter: the results of all tests and the duration of each file, as JSON in the file `VITEST_REPORT`
 * (`Report` in `results.mjs`).
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../lib/paths.mjs';
import { firstLineOf } from './results.mjs';

/** Duration of a file in milliseconds: loading, hooks and tests. */
function durationMs(testModule) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    testModule.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}

/** Errors of loading a file, or of its hooks. */
const findErrorsOutsideTests = (testModule) => [
  ...testModule.errors(),
  ...[...testModule.children.allSuites()].flatMap((suite) => suite.errors()),
];

const failure = (file, title, error) => ({
  file,
  title,
  state: 'failed',
  error: firstLineOf(error?.message),
});

/** @returns {import('./results.mjs').TestResult[]} of one file */
function readResults(testModule, file) {
  const tests = [...testModule.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    if (state === 'failed') return failure(file, test.fullName, errors?.[0]);
    return { file, title: test.fullName, state: state === 'passed' ? 'passed' : 'skipped' };
  });
  const outside = findErrorsOutsideTests(testModule).map((error) => failure(file, '', error));
  const results = [...tests, ...outside];
  const isFailureMissing =
    testModule.state() === 'failed' && !results.some(({ state }) => state === 'failed');
  return isFailureMissing ? [...results, failure(file, '')] : results;
}

export default class VitestReport {
  onTestRunEnd(testModules, unhandledErrors) {
    if (!process.env.VITEST_REPORT) return;
    const modules = testModules.map((testModule) => ({
      testModule,
      file: relative(root, testModule.moduleId),
    }));
    const report = {
      tests: [
        ...modules.flatMap(({ testModule, file }) => readResults(testModule, file)),
        ...unhandledErrors.map((error) => failure('', 'error outside of all tests', error)),
      ],
      files: modules.map(({ testModule, file }) => ({ file, seconds: durationMs(testModule) / 1000 })),
    };
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify(report));
  }
}
