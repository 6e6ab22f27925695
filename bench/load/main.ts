/**
 * `npm run load`: the rate of mixed requests at which p99 stays under 250 ms, and what happens at twice that; or how many reports
 * a second are taken, none of them lost when the server is killed right after. It asserts nothing but that: times are a
 * machine's. The callers run on the same machine as the server and its database, and take their part of it.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { prepareDeployment } from '../deployments.ts';
import { describeMachine } from '../machine.ts';
import { UsageError } from '../options.ts';
import { openSite, type Site } from '../site.ts';
import { Caller, pour } from './caller.ts';
import { compareKept, titlesIn } from './kept.ts';
import { mixFor, reportsFor, titleOf } from './mix.ts';
import { help, type LoadOptions, readLoadOptions } from './options.ts';
import { learned, nextRate, unknown } from './search.ts';
import { limitOf, sharesOf, watchShares } from './shares.ts';
import { isTaken, lineOf, percentOf, statusesOf, summarize } from './summary.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const busy = () => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;

/** Milliseconds that the slowest of a hundred may take. */
const goal = 250;
const steps = 12;

const callerOf = (site: Site) => new Caller(() => site.waypost.address, site.tokens.visitor);

/** @returns requests a second; 0 where even the lowest was too many */
async function rateWithin(site: Site, caller: Caller, { seconds, from }: LoadOptions): Promise<number> {
  const mix = await mixFor(site, `mixed ${randomUUID()}`);
  await pour(caller, { rate: 20, seconds: 3 }, mix);
  const isGood = async (rate: number) => {
    const found = summarize(await pour(caller, { rate, seconds }, mix), seconds);
    say(`  ${lineOf(rate, found)} (${busy()})`);
    return found.p99 < goal && found.failed === 0 && found.shed === 0;
  };
  let bounds = unknown;
  for (let step = 0; step < steps; step++) {
    const rate = nextRate(bounds, from);
    if (rate === undefined) break;
    // A shared machine stalls at times: what is too much is so twice.
    bounds = learned(bounds, rate, (await isGood(rate)) || (await isGood(rate)));
  }
  return bounds.good;
}

async function mixed(site: Site, options: LoadOptions): Promise<void> {
  const { seconds } = options;
  say(`Mixed: 80 % map and list, 15 % single posts, 5 % reports; ${seconds} s each`);
  const caller = callerOf(site);
  const rate = await rateWithin(site, caller, options);
  say(`p99 under ${goal} ms up to ${rate} requests a second`);
  if (rate > 0) {
    const mix = await mixFor(site, `twice ${randomUUID()}`);
    const shares = await watchShares(site.waypost.pid);
    const told = await pour(caller, { rate: rate * 2, seconds }, mix);
    const found = summarize(told, seconds);
    say(`At twice that: ${lineOf(rate * 2, found)} (${busy()})`);
    say(`  503 with Retry-After: ${percentOf(found.shed, found.asked)}; answers: ${statusesOf(told)}`);
    say(`  ${sharesOf(await shares())}`);
    const after = summarize(await pour(caller, { rate: Math.max(1, rate / 2), seconds: 5 }, mix), 5);
    const isWell = after.p99 < goal && after.shed === 0 && after.failed === 0;
    say(`Right after, at half of it: ${lineOf(rate / 2, after)}: ${isWell ? 'as before' : 'not yet'}`);
  }
  caller.close();
}

/** Ends the server by SIGKILL at the end. */
async function reports(site: Site, rate: number, seconds: number): Promise<void> {
  const run = `report ${randomUUID()}`;
  say(`Reports of visitors: ${rate} a second for ${seconds} s, then the server is killed`);
  const report = await reportsFor(site, run);
  const caller = callerOf(site);
  await pour(caller, { rate: 20, seconds: 2 }, await reportsFor(site, `warm up ${randomUUID()}`));
  const shares = await watchShares(site.waypost.pid);
  const begun = performance.now();
  const told = await pour(caller, { rate, seconds }, report);
  const took = Math.max(seconds, (performance.now() - begun) / 1000);
  const worked = await shares();
  await site.waypost.end('SIGKILL');
  caller.close();
  say(`  ${lineOf(rate, summarize(told, took))} (${busy()}), over in ${took.toFixed(1)} s`);
  say(`  answers: ${statusesOf(told)}`);
  say(`  ${sharesOf(worked)}; limited by ${limitOf(worked)}`);
  const acknowledged = told.flatMap((it, at) => (isTaken(it) ? [titleOf(run, at)] : []));
  const { lost, twice, unheard } = compareKept(
    acknowledged,
    await titlesIn(site.deployment.dataDir, `${run} `),
  );
  const also = unheard > 0 ? `, ${unheard} stored of which nobody heard` : '';
  say(`  ${acknowledged.length} acknowledged; lost ${lost.length}, there twice ${twice.length}${also}`);
  if (lost.length + twice.length > 0) process.exitCode = 1;
}

async function load(options: LoadOptions): Promise<void> {
  const machine = describeMachine();
  // Not the deployment of the benchmark, which is used again.
  const size = { ...options.size, label: `load-${options.size.label}` };
  const deployment = await prepareDeployment(size, true, say);
  const site = await openSite(deployment, undefined);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void site.waypost.end('SIGTERM').then(() => process.exit(1)));
  try {
    if (options.submit === undefined) await mixed(site, options);
    else await reports(site, options.submit, options.seconds);
  } finally {
    await site.waypost.end('SIGTERM');
  }
  say(machine());
}

try {
  const options = readLoadOptions(process.argv.slice(2));
  if (options) await load(options);
  else say(help);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${help}\n`);
  process.exitCode = 1;
}
