/** A whole deployment as if it had been used for two years: for the demonstration, for tests, and to measure with. */
import { sql } from 'kysely';
import { firstStart } from '../first-start.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { saveCategories } from './categories.ts';
import { messagePosts, saveMessages } from './messages.ts';
import { savePeople, setPasswords } from './people.ts';
import { storePictures } from './pictures/store.ts';
import { loadPosts, nextPostId } from './posts/load-posts.ts';
import { makePosts } from './posts/make-posts.ts';
import { seeded } from './random.ts';
import { saveSets } from './sets.ts';
import { saveSite } from './site.ts';
import { saveSurveys } from './surveys/save-surveys.ts';

export interface GenerateOptions {
  posts: number;
  /** The same seed and `now` give the same content in an empty deployment. */
  seed: number;
  /** Absolute; where pictures go. */
  storageDir: string;
  /** Pictures to store; posts share them when there are fewer pictures than posts that have one. */
  photos: number;
  /** When the last post was written. */
  now?: Date;
  /** Of the people of `people.ts` and the administrator, by e-mail; without one, nobody knows it. */
  passwords?: ReadonlyMap<string, string>;
  /** Told, in one line each, how it goes. */
  report?: (line: string) => void;
}

export interface Generated {
  posts: number;
  /** All of it, and of that the posts alone. */
  seconds: { total: number; posts: number };
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;
const inThousands = (count: number) => Math.round(count).toLocaleString('en');

/** What every deployment begins with makes room; posts of a survey would go with it, so there are none yet. */
async function clearFirstContent(tx: Tx): Promise<void> {
  const there = await tx.selectFrom('posts').select('id').limit(1).executeTakeFirst();
  if (there) throw new Error('This deployment has posts already: it stays as it is.');
  await tx.deleteFrom('surveys').execute();
  await tx.deleteFrom('categories').execute();
}

/** Says how many posts are in, at most every two seconds. */
function progress(count: number, report: (line: string) => void): (loaded: number) => void {
  const begun = performance.now();
  let last = begun;
  return (loaded) => {
    if (performance.now() - last < 2000) return;
    last = performance.now();
    const rate = loaded / secondsSince(begun);
    report(`${inThousands(loaded)} of ${inThousands(count)} posts, ${inThousands(rate)} a second`);
  };
}

/** Posts below which there is no room for those of messages. */
const fewest = 50;

async function fill(tx: Tx, options: GenerateOptions): Promise<number> {
  const { posts: count, seed, storageDir, now = new Date(), report = () => undefined } = options;
  // A million posts take longer than any request may.
  await sql`set local statement_timeout = 0`.execute(tx);
  await firstStart(tx, {});
  await clearFirstContent(tx);
  await saveSite(tx, { seed, posts: count });
  const people = await savePeople(tx);
  await setPasswords(tx, options.passwords ?? new Map());
  const categories = await saveCategories(tx);
  const surveys = await saveSurveys(tx, categories);
  const album = await storePictures(tx, { storageDir, count: options.photos, random: seeded(seed + 2) });
  const begun = performance.now();
  const firstId = await nextPostId(tx);
  const talks = count >= fewest ? messagePosts : 0;
  const made = count - talks;
  const posts = makePosts({ surveys, categories, people, album }, { count: made, seed, now, firstId });
  await loadPosts(tx, posts, made, progress(made, report));
  if (talks > 0) await saveMessages(tx, now);
  const seconds = secondsSince(begun);
  report(`${inThousands(count)} posts in ${seconds.toFixed(1)} s, ${inThousands(count / seconds)} a second`);
  await saveSets(tx, people, surveys, categories);
  return seconds;
}

/**
 * Fills a deployment whose tables stand and which has no posts yet: all of it or, on a fault, nothing. Surveys and
 * categories of the first start are replaced.
 * @throws when there are posts already
 */
export async function generateDeployment(db: Db, options: GenerateOptions): Promise<Generated> {
  const begun = performance.now();
  const posts = await inTransaction(db, 'writes', (tx) => fill(tx, options));
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum (analyze) posts, post_places, post_categories, set_posts, post_cells, post_days`.execute(
      connection,
    );
    await sql`reset statement_timeout`.execute(connection);
  });
  return { posts: options.posts, seconds: { total: secondsSince(begun), posts } };
}
