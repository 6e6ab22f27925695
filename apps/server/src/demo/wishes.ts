/** What the person at the terminal asks of the demonstration. */
import { parseArgs } from 'node:util';

export interface Wishes {
  posts: number;
  seed: number;
  photos: number;
  /** One for all logins; without it each gets its own, made up. */
  password: string | undefined;
  /** Throw an earlier demonstration away first. */
  reset: boolean;
}

/** Tells what is wrong, and what may be asked. */
export class WishError extends Error {}

const usage = `npm run demo -- [--posts 2000] [--seed 1] [--photos 600] [--password WORD] [--reset]
  --posts     how many posts to make up; a million take some minutes
  --seed      any whole number; another one makes up other posts
  --photos    how many pictures; posts share them when there are fewer
  --password  one password for all logins, 7 to 72 characters; DEMO_PASSWORD does the same
  --reset     throw an earlier demonstration away and make up a new one`;

const options = {
  posts: { type: 'string', default: '2000' },
  seed: { type: 'string', default: '1' },
  photos: { type: 'string', default: '600' },
  password: { type: 'string' },
  reset: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text.replaceAll(/[,_]/g, ''));
  if (text.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= most) return number;
  throw new WishError(`--${name} takes a whole number from 0 to ${most}.\n${usage}`);
}

/** @throws WishError */
export function readWishes(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Wishes {
  const { values } = parse(args);
  if (values.help) throw new WishError(usage);
  const password = values.password ?? (environment['DEMO_PASSWORD'] || undefined);
  if (password !== undefined && (password.length < 7 || password.length > 72))
    throw new WishError('The password must be 7 to 72 characters long.');
  return {
    posts: wholeNumber('posts', values.posts, 10_000_000),
    seed: wholeNumber('seed', values.seed, 2 ** 31 - 1),
    photos: wholeNumber('photos', values.photos, 100_000),
    password,
    reset: values.reset,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options });
  } catch (error) {
    throw new WishError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
