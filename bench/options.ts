/** The flags of the program. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface Size {
  /** As written on the command line: `100k`. */
  label: string;
  posts: number;
}

/** A server of this API that is not ours to start. */
export interface OtherServer {
  /** Origin, without a slash at the end. */
  address: string;
  /** CSS selector of what its client draws for a pin; null for our own client. */
  pinSelector: string | null;
}

export interface Options {
  sizes: Size[];
  rounds: number;
  isFresh: boolean;
  /** Whether all posts of the deployments wait for review. */
  isWaiting: boolean;
  /** Whether server and database run in one processor and 1 GB. */
  isSmall: boolean;
  /** Another server of this API, measured beside the deployments. */
  beside: OtherServer | null;
  /** Parts of the names of measures; all measures if empty. */
  only: string[];
}

/** An invalid flag; the message says which and why. */
export class UsageError extends Error {}

export const help = `npm run bench -- [flags]
  --sizes 10k,100k   posts in the generated deployments; ratios are relative to the first
  --rounds 3         number of rounds; each starts and measures every deployment
  --only list,tile   run only measures whose names contain one of these
  --waiting          deployments whose posts all wait for review, to measure the review queue
  --small            server and database in one processor and 1 GB (Linux, root)
  --beside URL       another server of this API, for the measures that only read (bench/README.md)
  --pins SELECTOR    CSS selector of the pins of its client, if that is another one
  --fresh            generate the deployments again
  --help`;

const unitFactors: Readonly<{ [unit: string]: number }> = { '': 1, k: 1000, m: 1_000_000 };
const maxPosts = 5_000_000;

/** A number of posts, such as `100k`. @throws UsageError */
export function readSize(label: string): Size {
  const [, digits = '', unit = ''] = /^(\d{1,7})([km]?)$/i.exec(label) ?? [];
  const posts = Number(digits) * (unitFactors[unit.toLowerCase()] ?? 1);
  if (posts >= 1 && posts <= maxPosts) return { label, posts };
  throw new UsageError(`--sizes: "${label}" is no size; write 10k, 100k, 1m or a number of posts`);
}

/** The values of flags. @throws UsageError for an unknown flag */
export function readFlags<O extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: O) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A number from 1 on. @throws UsageError that names the flag */
export function readCount(name: string, value: string, max: number): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= max) return count;
  throw new UsageError(`--${name}: "${value}" is no number from 1 to ${max}`);
}

export const textFlag = (value: string) => ({ type: 'string' as const, default: value });
export const switchFlag = { type: 'boolean' as const, default: false };

function readOtherServer(address: string, pinSelector: string): OtherServer {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--beside: "${address}" is no address; write https://reports.example.org`);
  return { address: url.origin, pinSelector: pinSelector || null };
}

const flags = {
  sizes: textFlag('10k,100k'),
  rounds: textFlag('3'),
  only: textFlag(''),
  waiting: switchFlag,
  small: switchFlag,
  beside: textFlag(''),
  pins: textFlag(''),
  fresh: switchFlag,
  help: switchFlag,
};

/** @returns null if help is requested @throws UsageError */
export function readOptions(args: string[]): Options | null {
  const values = readFlags(args, flags);
  if (values.help) return null;
  return {
    sizes: values.sizes.split(',').map(readSize),
    rounds: readCount('rounds', values.rounds, 100),
    isWaiting: values.waiting,
    isSmall: values.small,
    beside: values.beside === '' ? null : readOtherServer(values.beside, values.pins),
    isFresh: values.fresh,
    only: values.only.split(',').filter(Boolean),
  };
}
