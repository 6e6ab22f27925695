/**
 * The benchmark: runs the built server on generated deployments of several sizes in turns, and prints one table. It asserts
 * nothing, since times depend on the machine. Ratios between sizes are of one run.
 */
import { type Browser, chromium } from '@playwright/test';
import { type Deployment, prepareDeployment } from './deployments.ts';
import { describeMachine } from './machine.ts';
import type { Measure } from './measure.ts';
import { calibrations } from './measures/calibration.ts';
import { measures as everyMeasure } from './measures/registry.ts';
import { removeReports } from './measures/submit.ts';
import { help, type Options, type OtherServer, readOptions, type Size, UsageError } from './options.ts';
import { Results } from './results.ts';
import { openOtherSite, openSite, readOtherSize, type Site } from './site.ts';

const printError = (text: string) => process.stderr.write(`${text}\n`);
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** Resources to release on an interrupt. */
let runningSite: Site | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.resolve(runningSite?.waypost.end('SIGTERM')).then(() => process.exit(1));
  });

async function runMeasures(site: Site, measures: readonly Measure[], results: Results): Promise<void> {
  const { size } = site.deployment;
  const take = async (measure: Measure) => {
    try {
      results.add(size, measure, await measure.runOnce(site));
    } catch (error) {
      results.addMissing(size, measure, reasonOf(error));
    }
  };
  for (const measure of measures) await take(measure);
}

async function runRound(
  deployment: Deployment,
  settings: Parameters<typeof openSite>[1],
  measures: readonly Measure[],
  results: Results,
) {
  const site = await openSite(deployment, settings);
  runningSite = site;
  try {
    await runMeasures(site, measures, results);
    await removeReports(site).catch((error: unknown) =>
      printError(`Reports were left behind: ${reasonOf(error)}`),
    );
  } finally {
    await site.waypost.end('SIGTERM');
    runningSite = undefined;
  }
}

const openBrowser = () =>
  chromium
    .launch({
      executablePath: process.env['CHROMIUM'] ?? '',
      args: ['--no-sandbox', '--disable-background-networking'],
    })
    .catch(() => undefined);

/** The measures that `--only` names; without it, all that take no more than seconds. */
const selectMeasures = (only: readonly string[]): Measure[] =>
  everyMeasure.filter(({ name, isOnRequest = false }) =>
    isOnRequest ? only.includes(name) : only.length === 0 || only.some((it) => name.includes(it)),
  );

/** Only measures that change nothing. */
async function runOtherRound(
  other: OtherServer,
  size: Size,
  browser: Browser | undefined,
  measures: readonly Measure[],
  results: Results,
) {
  const site = await openOtherSite(other, size, browser);
  const readers = measures.filter((it) => it.isForAnyServer);
  for (const measure of measures.filter((it) => !it.isForAnyServer))
    results.addMissing(size, measure, 'only for servers that the benchmark starts');
  await runMeasures(site, readers, results);
}

async function bench({
  sizes: ownSizes,
  rounds,
  isFresh,
  isWaiting,
  isSmall,
  beside,
  only,
}: Options): Promise<void> {
  const deployments: Deployment[] = [];
  for (const size of ownSizes) {
    printError(`Deployment of ${size.label} posts ...`);
    deployments.push(await prepareDeployment(size, { isFresh, isWaiting, log: printError }));
  }
  const measures = selectMeasures(only);
  const otherSize = beside && (await readOtherSize(beside));
  const sizes = otherSize ? [...ownSizes, otherSize] : ownSizes;
  const results = new Results(sizes, measures, calibrations);
  const browser = await openBrowser();
  const machine = describeMachine();
  try {
    for (let round = 1; round <= rounds; round++) {
      // In alternating order, so that no size is always first.
      for (const deployment of round % 2 === 1 ? deployments : deployments.toReversed()) {
        printError(`Round ${round} of ${rounds}: ${deployment.size.label} ...`);
        await runRound(deployment, { browser, isSmall }, [...calibrations, ...measures], results);
      }
      if (beside && otherSize)
        await runOtherRound(beside, otherSize, browser, [...calibrations, ...measures], results);
    }
  } finally {
    await browser?.close();
  }
  console.log(
    `${machine()}${isSmall ? '\nserver and database in one processor and 1 GB' : ''}\n${rounds} rounds, medians of them; ratios are medians of each round's ratio; ÷ CPU loop, empty answer and synced writes: as multiples of what the machine could do in that round\n`,
  );
  console.log(results.print());
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await bench(options);
  else console.log(help);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  printError(`${error.message}\n\n${help}`);
  process.exitCode = 1;
}
