/** Command line options of the demo. */
import { parseArgs } from 'node:util';

/** Options of the demo. */
export interface DemoOptions {
  posts: number;
  seed: number;
  photos: number;
  /** The time of the last post. By default the present; a fixed one gives the same content on each day. */
  now: Date | undefined;
  /** The password of all logins; if undefined, each gets a random one. */
  password: string | undefined;
  /** `ADMIN_EMAIL` and `ADMIN_PASSWORD`. A common password comes first. */
  admin: { email: string | undefined; password: string | undefined };
  /** Delete an existing demo first. */
  reset: boolean;
}

/** Invalid options. The message explains them and contains the usage. */
export class UsageError extends Error {}

const usage = `npm run demo -- [--posts 2000] [--seed 1] [--photos 600] [--password WORD] [--now TIME] [--reset]
  --posts     how many posts to generate; a million take some minutes
  --seed      any whole number; another one generates other posts
  --photos    how many pictures; each belongs to one post
  --password  one password for all logins, 7 to 72 characters; DEMO_PASSWORD does the same
  --now       the time of the newest post, as 2026-03-14T15:00:00Z; the same time gives the same posts
  --reset     delete an existing demonstration and generate a new one`;

const cliOptions = {
  posts: { type: 'string', default: '2000' },
  seed: { type: 'string', default: '1' },
  photos: { type: 'string', default: '600' },
  password: { type: 'string' },
  now: { type: 'string' },
  reset: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parseWholeNumber(name: string, text: string, maxValue: number): number {
  const number = Number(text.replaceAll(/[,_]/g, ''));
  if (text.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= maxValue) return number;
  throw new UsageError(`--${name} takes a whole number from 0 to ${maxValue}.\n${usage}`);
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isFinite(time.getTime())) return time;
  throw new UsageError(`--now takes a time.\n${usage}`);
}

/**
 * Parses the command line.
 * @throws UsageError
 */
export function parseDemoOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): DemoOptions {
  const { values } = parseCliArgs(args);
  if (values.help) throw new UsageError(usage);
  const password = values.password ?? (environment['DEMO_PASSWORD'] || undefined);
  if (password !== undefined && (password.length < 7 || password.length > 72))
    throw new UsageError('The password must be 7 to 72 characters long.');
  return {
    posts: parseWholeNumber('posts', values.posts, 10_000_000),
    seed: parseWholeNumber('seed', values.seed, 2 ** 31 - 1),
    photos: parseWholeNumber('photos', values.photos, 100_000),
    password,
    now: values.now === undefined ? undefined : parseTime(values.now),
    admin: {
      email: environment['ADMIN_EMAIL'] || undefined,
      password: environment['ADMIN_PASSWORD'] || undefined,
    },
    reset: values.reset,
  };
}

function parseCliArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: cliOptions });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
