/**
 * The benchmark: runs the built server on generated deployments of several sizes in turns, and prints one table. It asserts
 * nothing, since times depend on the machine. Ratios between sizes are of one run.
 */
import { type Browser, chromium } from '@playwright/test';
import { type Deployment, prepareDeployment } from './deployments.ts';
import { describeMachine } from './machine.ts';
import type { Measure } from './measure.ts';
import { measures as everyMeasure } from './measures/registry.ts';
import { removeReports } from './measures/submit.ts';
import { help, type Options, readOptions, UsageError } from './options.ts';
import { Results } from './results.ts';
import { openSite, type Site } from './site.ts';

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
  await removeReports(site).catch((error: unknown) =>
    printError(`Reports were left behind: ${reasonOf(error)}`),
  );
}

async function runRound(
  deployment: Deployment,
  browser: Browser | undefined,
  measures: readonly Measure[],
  results: Results,
) {
  const site = await openSite(deployment, browser);
  runningSite = site;
  try {
    await runMeasures(site, measures, results);
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

async function bench({ sizes, rounds, isFresh, only }: Options): Promise<void> {
  const deployments: Deployment[] = [];
  for (const size of sizes) {
    printError(`Deployment of ${size.label} posts ...`);
    deployments.push(await prepareDeployment(size, isFresh, printError));
  }
  const measures = everyMeasure.filter(
    ({ name }) => only.length === 0 || only.some((it) => name.includes(it)),
  );
  const results = new Results(sizes, measures);
  const browser = await openBrowser();
  const machine = describeMachine();
  try {
    for (let round = 1; round <= rounds; round++) {
      // In alternating order, so that no size is always first.
      for (const deployment of round % 2 === 1 ? deployments : deployments.toReversed()) {
        printError(`Round ${round} of ${rounds}: ${deployment.size.label} ...`);
        await runRound(deployment, browser, measures, results);
      }
    }
  } finally {
    await browser?.close();
  }
  console.log(`${machine()}\n${rounds} rounds, medians of them; ratios are medians of each round's ratio\n`);
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
