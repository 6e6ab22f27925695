/** The flags of `npm run crash`. */
import { readCount, readFlags, switchFlag, textFlag } from '../options.ts';

export interface CrashOptions {
  rounds: number;
  /** Parts of the names of faults; all faults if empty. */
  only: string[];
  /** Number of concurrent senders. */
  sides: number;
}

export const help = `npm run crash -- [flags]
  --rounds 20       rounds of each fault
  --only kill,disk  run only faults whose names contain one of these
  --sides 8         number of concurrent senders
  --help`;

const flags = { rounds: textFlag('20'), only: textFlag(''), sides: textFlag('8'), help: switchFlag };

/** @returns null if help is requested @throws UsageError */
export function readCrashOptions(args: string[]): CrashOptions | null {
  const values = readFlags(args, flags);
  if (values.help) return null;
  return {
    rounds: readCount('rounds', values.rounds, 1000),
    only: values.only.split(',').filter(Boolean),
    sides: readCount('sides', values.sides, 200),
  };
}
