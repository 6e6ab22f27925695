/** The flags of `npm run load`. */
import { parseArgs } from 'node:util';
import { readSize, type Size, UsageError } from '../options.ts';

export interface LoadOptions {
  size: Size;
  /** Length of each stretch. */
  seconds: number;
  /** Requests in a second to begin with. */
  from: number;
  /** Reports in a second, instead of the mix; undefined for the mix. */
  submit: number | undefined;
}

export const help = `npm run load -- [flags]
  --size 10k       posts in the generated deployment
  --seconds 15     length of each stretch
  --from 40        requests a second that the mix begins with
  --submit 500     reports alone, so many a second for --seconds; then the server is killed, and all are looked for
  --help`;

function parse(args: string[]) {
  const text = (value: string) => ({ type: 'string' as const, default: value });
  const options = {
    size: text('10k'),
    seconds: text('15'),
    from: text('40'),
    submit: { type: 'string' as const },
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
export function readLoadOptions(args: string[]): LoadOptions | null {
  const values = parse(args);
  if (values.help) return null;
  const seconds = countIn('seconds', values.seconds, 3600);
  return {
    size: readSize(values.size),
    seconds,
    from: countIn('from', values.from, 100_000),
    submit: values.submit === undefined ? undefined : countIn('submit', values.submit, 100_000),
  };
}
