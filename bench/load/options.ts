/** The flags of `npm run load`. */
import { readCount, readFlags, readSize, type Size, switchFlag, textFlag } from '../options.ts';

export interface LoadOptions {
  size: Size;
  /** Duration of each phase. */
  seconds: number;
  /** Initial requests a second. */
  from: number;
  /** Reports a second; undefined for the mix. */
  submit: number | undefined;
  /** Whether server and database run in one processor and 1 GB. */
  isSmall: boolean;
}

export const help = `npm run load -- [flags]
  --size 10k       posts in the generated deployment
  --seconds 15     duration of each phase
  --from 40        requests a second at the start of the mix
  --submit 500     only reports, at this rate a second for --seconds; then the server is killed, and stored reports are compared
  --small          server and database in one processor and 1 GB (Linux, root)
  --help`;

const flags = {
  size: textFlag('10k'),
  seconds: textFlag('15'),
  from: textFlag('40'),
  submit: { type: 'string' as const },
  small: switchFlag,
  help: switchFlag,
};

/** @returns null if help is requested @throws UsageError */
export function readLoadOptions(args: string[]): LoadOptions | null {
  const values = readFlags(args, flags);
  if (values.help) return null;
  const seconds = readCount('seconds', values.seconds, 3600);
  return {
    size: readSize(values.size),
    seconds,
    isSmall: values.small,
    from: readCount('from', values.from, 100_000),
    submit: values.submit === undefined ? undefined : readCount('submit', values.submit, 100_000),
  };
}
