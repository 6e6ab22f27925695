/**
 * `npm run crash`: sends reports continuously and causes failures of the server's process, database, disk, clock and power.
 * Checks after each round that every acknowledged report is stored once and that the server recovered by itself.
 * Prints one table.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { compareStored } from '../load/compare-stored.ts';
import { describeMachine } from '../machine.ts';
import { UsageError } from '../options.ts';
import { type Fault, type FaultScenario, faults } from './faults.ts';
import { type CrashOptions, help, readCrashOptions } from './options.ts';
import { formatTable, isSuccessful, type Round } from './report.ts';
import { ReportSenders } from './report-senders.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const printError = (line: string) => process.stderr.write(`${line}\n`);
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** Milliseconds of load before the fault. */
const loadBeforeFaultMs = 700;
/** Time for the server to recover, in milliseconds. */
const recoveryTimeoutMs = 90_000;

/** Resources to release on an interrupt. */
let activeScenario: FaultScenario | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.resolve(activeScenario?.end()).then(() => process.exit(1)));

async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  for (const begun = performance.now(); performance.now() - begun < timeoutMs; await wait(10))
    if (condition()) return true;
  return condition();
}

/** @param run prefix of the titles of this round */
async function runRound(
  { server, inject, countTitles }: FaultScenario,
  { sides, run, at }: { sides: number; run: string; at: number },
  errorCounts: Map<string, number>,
): Promise<{ round: Round; acknowledged: readonly string[] }> {
  const senders = new ReportSenders(server.address, run);
  senders.start(sides);
  if (!(await waitUntil(() => senders.acknowledged.length >= sides, recoveryTimeoutMs)))
    throw new Error(`no report is accepted before the fault: ${server.lastOutput.slice(-300)}`);
  await wait(loadBeforeFaultMs + Math.random() * loadBeforeFaultMs);
  const starts = server.startCount;
  const begun = performance.now();
  await inject(at);
  senders.markFault();
  const hasRecovered = await waitUntil(() => senders.recoveredAt !== undefined, recoveryTimeoutMs);
  await (hasRecovered ? senders.stop() : senders.giveUp());
  const { lost, duplicated } = compareStored(senders.acknowledged, await countTitles(`${run} `));
  for (const title of lost) printError(`lost: ${title}`);
  if (!hasRecovered) printError(`\nnot recovered: ${server.lastOutput.slice(-1500)}`);
  const { withRetryAfter, unanswered, faults: roundErrors } = senders.refusals;
  for (const [summary, count] of roundErrors)
    errorCounts.set(summary, (errorCounts.get(summary) ?? 0) + count);
  const round: Round = {
    acknowledged: senders.acknowledged.length,
    lost: lost.length,
    duplicated: duplicated.length,
    recoveryMs: senders.recoveredAt === undefined ? undefined : senders.recoveredAt - begun,
    restarts: server.startCount - starts,
    refusedWithRetryAfter: withRetryAfter,
    unanswered,
    faults: [...roundErrors.values()].reduce((sum, it) => sum + it, 0),
  };
  return { round, acknowledged: senders.acknowledged };
}

async function runFault(fault: Fault, { rounds, sides }: CrashOptions): Promise<Round[]> {
  const stage = await fault.prepare();
  activeScenario = stage;
  const done: Round[] = [];
  const errorCounts = new Map<string, number>();
  const all: string[] = [];
  try {
    for (let at = 0; at < rounds; at++) {
      const run = `${fault.name} ${at} of ${process.pid}:`;
      const { round, acknowledged } = await runRound(stage, { sides, run, at }, errorCounts);
      done.push(round);
      all.push(...acknowledged);
      process.stderr.write(round.lost + round.duplicated > 0 || round.recoveryMs === undefined ? '✗' : '.');
    }
    // A later round may damage the data of an earlier one.
    const { lost, duplicated } = compareStored(all, await stage.countTitles(`${fault.name} `));
    const last = done.at(-1);
    if (last) {
      last.lost = Math.max(last.lost, lost.length);
      last.duplicated = Math.max(last.duplicated, duplicated.length);
    }
  } catch (error) {
    printError(`\n${fault.name}: ${reasonOf(error)}`);
    done.push({
      acknowledged: 0,
      lost: 0,
      duplicated: 0,
      recoveryMs: undefined,
      restarts: 0,
      refusedWithRetryAfter: 0,
      unanswered: 0,
      faults: 0,
    });
  } finally {
    process.stderr.write('\n');
    for (const [summary, count] of errorCounts) printError(`  ${count} × ${summary}`);
    await stage.end();
    activeScenario = undefined;
  }
  return done;
}

async function runCrashTest(options: CrashOptions): Promise<void> {
  const machine = describeMachine();
  const roundsByFault = new Map<string, readonly Round[]>();
  const missing = new Map<string, string>();
  const selectedFaults = faults.filter(
    ({ name }) => options.only.length === 0 || options.only.some((it) => name.includes(it)),
  );
  for (const fault of selectedFaults) {
    printError(`${fault.name}: ${fault.description}`);
    try {
      roundsByFault.set(fault.name, await runFault(fault, options));
    } catch (error) {
      missing.set(fault.name, reasonOf(error));
    }
  }
  print(`${machine()}\n\n${formatTable(roundsByFault, missing)}`);
  if (![...roundsByFault.values()].every(isSuccessful)) process.exitCode = 1;
}

try {
  const options = readCrashOptions(process.argv.slice(2));
  if (options) await runCrashTest(options);
  else print(help);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  printError(`${error.message}\n\n${help}`);
  process.exitCode = 1;
}
