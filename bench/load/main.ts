/**
 * `npm run load`: the rate of mixed requests at which p99 stays below 250 ms, and the behaviour at twice that; or the rate of
 * reports, none of which may be lost when the server is killed afterwards. It asserts nothing else: times depend on the
 * machine. The clients run on the same machine as server and database.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { prepareDeployment } from '../deployments.ts';
import { describeMachine } from '../machine.ts';
import { UsageError } from '../options.ts';
import { openSite, type Site } from '../site.ts';
import { compareStored, countTitlesInDataDir } from './compare-stored.ts';
import { describeBottleneck, formatShares, measureCpuShares } from './cpu-shares.ts';
import { LoadClient, sendAtRate } from './load-client.ts';
import { createReportRequests, createRequestMix, reportTitle } from './mix.ts';
import { help, type LoadOptions, readLoadOptions } from './options.ts';
import { narrowBounds, nextRate, unknownBounds } from './rate-search.ts';
import { formatPercent, formatStatuses, formatSummary, isAccepted, summarize } from './summary.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const formatLoad = () => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;

/** Limit of p99 in milliseconds. */
const targetP99Ms = 250;
const maxSteps = 12;

const createClient = (site: Site) => new LoadClient(() => site.waypost.baseUrl, site.tokens.visitor);

/** @returns requests a second; 0 if the lowest rate was too high */
async function findMaxRate(site: Site, caller: LoadClient, { seconds, from }: LoadOptions): Promise<number> {
  const mix = await createRequestMix(site, `mixed ${randomUUID()}`);
  await sendAtRate(caller, { rate: 20, seconds: 3 }, mix);
  const isGood = async (rate: number) => {
    const summary = summarize(await sendAtRate(caller, { rate, seconds }, mix), seconds);
    print(`  ${formatSummary(rate, summary)} (${formatLoad()})`);
    return summary.p99 < targetP99Ms && summary.failed === 0 && summary.shed === 0;
  };
  let bounds = unknownBounds;
  for (let step = 0; step < maxSteps; step++) {
    const rate = nextRate(bounds, from);
    if (rate === undefined) break;
    // A shared machine stalls at times: a rate is too high if it fails twice.
    bounds = narrowBounds(bounds, rate, (await isGood(rate)) || (await isGood(rate)));
  }
  return bounds.good;
}

async function runMixedLoad(site: Site, options: LoadOptions): Promise<void> {
  const { seconds } = options;
  print(`Mixed: 80 % map and list, 15 % single posts, 5 % reports; ${seconds} s each`);
  const caller = createClient(site);
  const rate = await findMaxRate(site, caller, options);
  print(`p99 under ${targetP99Ms} ms up to ${rate} requests a second`);
  if (rate > 0) {
    const mix = await createRequestMix(site, `twice ${randomUUID()}`);
    const shares = await measureCpuShares(site.waypost.pid);
    const responses = await sendAtRate(caller, { rate: rate * 2, seconds }, mix);
    const summary = summarize(responses, seconds);
    print(`At twice the rate: ${formatSummary(rate * 2, summary)} (${formatLoad()})`);
    print(
      `  503 with Retry-After: ${formatPercent(summary.shed, summary.sent)}; responses: ${formatStatuses(responses)}`,
    );
    print(`  ${formatShares(await shares())}`);
    const after = summarize(await sendAtRate(caller, { rate: Math.max(1, rate / 2), seconds: 5 }, mix), 5);
    const hasRecovered = after.p99 < targetP99Ms && after.shed === 0 && after.failed === 0;
    print(
      `Afterwards, at half the rate: ${formatSummary(rate / 2, after)}: ${hasRecovered ? 'recovered' : 'not recovered'}`,
    );
  }
  caller.close();
}

/** Kills the server at the end (SIGKILL). */
async function runReports(site: Site, rate: number, seconds: number): Promise<void> {
  const run = `report ${randomUUID()}`;
  print(`Reports of visitors: ${rate} a second for ${seconds} s, then the server is killed`);
  const report = await createReportRequests(site, run);
  const caller = createClient(site);
  await sendAtRate(
    caller,
    { rate: 20, seconds: 2 },
    await createReportRequests(site, `warm up ${randomUUID()}`),
  );
  const shares = await measureCpuShares(site.waypost.pid);
  const begun = performance.now();
  const responses = await sendAtRate(caller, { rate, seconds }, report);
  const elapsedSeconds = Math.max(seconds, (performance.now() - begun) / 1000);
  const worked = await shares();
  await site.waypost.end('SIGKILL');
  caller.close();
  print(
    `  ${formatSummary(rate, summarize(responses, elapsedSeconds))} (${formatLoad()}), finished in ${elapsedSeconds.toFixed(1)} s`,
  );
  print(`  responses: ${formatStatuses(responses)}`);
  print(`  ${formatShares(worked)}; limited by ${describeBottleneck(worked)}`);
  const acknowledged = responses.flatMap((it, at) => (isAccepted(it) ? [reportTitle(run, at)] : []));
  const { lost, duplicated, unacknowledged } = compareStored(
    acknowledged,
    await countTitlesInDataDir(site.deployment.dataDir, `${run} `),
  );
  const also = unacknowledged > 0 ? `, ${unacknowledged} stored but not acknowledged` : '';
  print(`  ${acknowledged.length} acknowledged; lost ${lost.length}, duplicated ${duplicated.length}${also}`);
  if (lost.length + duplicated.length > 0) process.exitCode = 1;
}

async function runLoad(options: LoadOptions): Promise<void> {
  const machine = describeMachine();
  // Not the cached deployment of the benchmark.
  const size = { ...options.size, label: `load-${options.size.label}` };
  const deployment = await prepareDeployment(size, { isFresh: true, isWaiting: false, log: print });
  const site = await openSite(deployment, { isSmall: options.isSmall });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void site.waypost.end('SIGTERM').then(() => process.exit(1)));
  try {
    if (options.submit === undefined) await runMixedLoad(site, options);
    else await runReports(site, options.submit, options.seconds);
  } finally {
    await site.waypost.end('SIGTERM');
  }
  print(machine());
}

try {
  const options = readLoadOptions(process.argv.slice(2));
  if (options) await runLoad(options);
  else print(help);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${help}\n`);
  process.exitCode = 1;
}
