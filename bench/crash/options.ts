/** The flags of `npm run crash`. */
import { parseArgs } from 'node:util';
import { UsageError } from '../options.ts';

export interface CrashOptions {
  rounds: number;
  /** Parts of the names of faults; all are tried where there are none. */
  only: string[];
  /** How many send reports at the same time. */
  sides: number;
}

export const help = `npm run crash -- [flags]
  --rounds 20       of each fault
  --only kill,disk  take only faults with one of these in their name
  --sides 8         how many send reports at the same time
  --help`;

function parse(args: string[]) {
  const text = (value: string) => ({ type: 'string' as const, default: value });
  const options = {
    rounds: text('20'),
    only: text(''),
    sides: text('8'),
    help: { type: 'boolean' as const, default: false },
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function countIn(name: string, value: string, most: number): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new UsageError(`--${name}: "${value}" is no number from 1 to ${most}`);
}

/** @returns null when help is asked for. @throws UsageError */
export function readCrashOptions(args: string[]): CrashOptions | null {
  const values = parse(args);
  if (values.help) return null;
  return {
    rounds: countIn('rounds', values.rounds, 1000),
    only: values.only.split(',').filter(Boolean),
    sides: countIn('sides', values.sides, 200),
  };
}
