/**
 * `npm run crash`: reports are sent all the time, and something is taken from the server: its process, its database, its disk,
 * its clock, its power. After each round: is every acknowledged report there, none of them twice, and is the server back
 * without anybody's help? Prints one table.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { compareKept } from '../load/kept.ts';
import { describeMachine } from '../machine.ts';
import { UsageError } from '../options.ts';
import { type Fault, faults, type Stage } from './faults.ts';
import { type CrashOptions, help, readCrashOptions } from './options.ts';
import { isUnharmed, type Round, table } from './report.ts';
import { Senders } from './senders.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const tell = (line: string) => process.stderr.write(`${line}\n`);
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** Milliseconds of load before the fault. */
const before = 700;
/** Milliseconds that the server has to come back. */
const patience = 90_000;

/** What has to be ended when somebody will not wait for the table. */
let onStage: Stage | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.resolve(onStage?.end()).then(() => process.exit(1)));

async function until(isSo: () => boolean, most: number): Promise<boolean> {
  for (const begun = performance.now(); performance.now() - begun < most; await wait(10))
    if (isSo()) return true;
  return isSo();
}

/** @param run what the titles of this round begin with */
async function playRound(
  { server, strike, titles }: Stage,
  { sides, run, at }: { sides: number; run: string; at: number },
  faultsHeard: Map<string, number>,
): Promise<{ round: Round; acknowledged: readonly string[] }> {
  const senders = new Senders(server.address, run);
  senders.start(sides);
  if (!(await until(() => senders.acknowledged.length >= sides, patience)))
    throw new Error(`nothing is taken before the fault: ${server.lastWords.slice(-300)}`);
  await wait(before + Math.random() * before);
  const starts = server.starts;
  const begun = performance.now();
  await strike(at);
  senders.mark();
  const isBack = await until(() => senders.backAt !== undefined, patience);
  await (isBack ? senders.stop() : senders.giveUp());
  const { lost, twice } = compareKept(senders.acknowledged, await titles(`${run} `));
  for (const title of lost) tell(`lost: ${title}`);
  if (!isBack) tell(`\nnot back: ${server.lastWords.slice(-1500)}`);
  const { told, silent, faults: heard } = senders.refusals;
  for (const [words, count] of heard) faultsHeard.set(words, (faultsHeard.get(words) ?? 0) + count);
  const round: Round = {
    acknowledged: senders.acknowledged.length,
    lost: lost.length,
    twice: twice.length,
    backIn: senders.backAt === undefined ? undefined : senders.backAt - begun,
    restarts: server.starts - starts,
    told,
    silent,
    faults: [...heard.values()].reduce((sum, it) => sum + it, 0),
  };
  return { round, acknowledged: senders.acknowledged };
}

async function play(fault: Fault, { rounds, sides }: CrashOptions): Promise<Round[]> {
  const stage = await fault.open();
  onStage = stage;
  const done: Round[] = [];
  const heard = new Map<string, number>();
  const all: string[] = [];
  try {
    for (let at = 0; at < rounds; at++) {
      const run = `${fault.name} ${at} of ${process.pid}:`;
      const { round, acknowledged } = await playRound(stage, { sides, run, at }, heard);
      done.push(round);
      all.push(...acknowledged);
      process.stderr.write(round.lost + round.twice > 0 || round.backIn === undefined ? '✗' : '.');
    }
    // What one round left whole a later one may have spoiled.
    const { lost, twice } = compareKept(all, await stage.titles(`${fault.name} `));
    const last = done.at(-1);
    if (last) {
      last.lost = Math.max(last.lost, lost.length);
      last.twice = Math.max(last.twice, twice.length);
    }
  } catch (error) {
    tell(`\n${fault.name}: ${reasonOf(error)}`);
    done.push({
      acknowledged: 0,
      lost: 0,
      twice: 0,
      backIn: undefined,
      restarts: 0,
      told: 0,
      silent: 0,
      faults: 0,
    });
  } finally {
    process.stderr.write('\n');
    for (const [words, count] of heard) tell(`  ${count} × ${words}`);
    await stage.end();
    onStage = undefined;
  }
  return done;
}

async function crash(options: CrashOptions): Promise<void> {
  const machine = describeMachine();
  const found = new Map<string, readonly Round[]>();
  const missing = new Map<string, string>();
  const wanted = faults.filter(
    ({ name }) => options.only.length === 0 || options.only.some((it) => name.includes(it)),
  );
  for (const fault of wanted) {
    tell(`${fault.name}: ${fault.how}`);
    try {
      found.set(fault.name, await play(fault, options));
    } catch (error) {
      missing.set(fault.name, reasonOf(error));
    }
  }
  say(`${machine()}\n\n${table(found, missing)}`);
  if (![...found.values()].every(isUnharmed)) process.exitCode = 1;
}

try {
  const options = readCrashOptions(process.argv.slice(2));
  if (options) await crash(options);
  else say(help);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  tell(`${error.message}\n\n${help}`);
  process.exitCode = 1;
}
