/** A whole deployment as if it had been used for two years: for the demonstration, for tests, and to measure with. */
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { seedDeployment } from '../seed-deployment.ts';
import { insertCategories } from './categories.ts';
import { insertCollections } from './collections.ts';
import { insertMessages, messagePostCount } from './messages.ts';
import { storePictures } from './pictures/store-pictures.ts';
import { generatePosts } from './posts/generate-posts.ts';
import { loadPosts, nextPostId } from './posts/load-posts.ts';
import { createRandom } from './random.ts';
import { saveSiteSettings } from './site-settings.ts';
import { insertSurveys } from './surveys/insert-surveys.ts';
import { insertUsers, setPasswords } from './users.ts';

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
  /** Of the people of `users.ts` and the administrator, by e-mail; without one, nobody knows it. */
  passwords?: ReadonlyMap<string, string>;
  /** Told, in one line each, how it goes. */
  report?: (line: string) => void;
}

export interface GenerateResult {
  posts: number;
  /** All of it, and of that the posts alone. */
  seconds: { total: number; posts: number };
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;
const formatCount = (count: number) => Math.round(count).toLocaleString('en');

/** What every deployment begins with makes room; posts of a survey would go with it, so there are none yet. */
async function deleteInitialContent(tx: Tx): Promise<void> {
  const there = await tx.selectFrom('posts').select('id').limit(1).executeTakeFirst();
  if (there) throw new Error('This deployment has posts already: it stays as it is.');
  await tx.deleteFrom('surveys').execute();
  await tx.deleteFrom('categories').execute();
}

/** Says how many posts are in, at most every two seconds. */
function createProgressReporter(count: number, report: (line: string) => void): (loaded: number) => void {
  const begun = performance.now();
  let last = begun;
  return (loaded) => {
    if (performance.now() - last < 2000) return;
    last = performance.now();
    const rate = loaded / secondsSince(begun);
    report(`${formatCount(loaded)} of ${formatCount(count)} posts, ${formatCount(rate)} a second`);
  };
}

/** Posts below which there is no room for those of messages. */
const minPostsForMessages = 50;

async function fillDeployment(tx: Tx, options: GenerateOptions): Promise<number> {
  const { posts: count, seed, storageDir, now = new Date(), report = () => undefined } = options;
  // A million posts take longer than any request may.
  await sql`set local statement_timeout = 0`.execute(tx);
  await seedDeployment(tx, {});
  await deleteInitialContent(tx);
  await saveSiteSettings(tx, { seed, posts: count });
  const people = await insertUsers(tx);
  await setPasswords(tx, options.passwords ?? new Map());
  const categories = await insertCategories(tx);
  const surveys = await insertSurveys(tx, categories);
  const album = await storePictures(tx, {
    storageDir,
    count: options.photos,
    random: createRandom(seed + 2),
  });
  const begun = performance.now();
  const firstId = await nextPostId(tx);
  const messageCount = count >= minPostsForMessages ? messagePostCount : 0;
  const generatedCount = count - messageCount;
  const posts = generatePosts(
    { surveys, categories, people, pickPicture: album },
    { count: generatedCount, seed, now, firstId },
  );
  await loadPosts(tx, posts, generatedCount, createProgressReporter(generatedCount, report));
  if (messageCount > 0) await insertMessages(tx, now);
  const seconds = secondsSince(begun);
  report(`${formatCount(count)} posts in ${seconds.toFixed(1)} s, ${formatCount(count / seconds)} a second`);
  await insertCollections(tx, people, surveys, categories);
  return seconds;
}

/**
 * Fills a deployment whose tables stand and which has no posts yet: all of it or, on a fault, nothing. Surveys and
 * categories of the first start are replaced.
 * @throws when there are posts already
 */
export async function generateDeployment(db: Db, options: GenerateOptions): Promise<GenerateResult> {
  const begun = performance.now();
  const posts = await inTransaction(db, 'writes', (tx) => fillDeployment(tx, options));
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum (analyze) posts, post_places, post_categories, set_posts, post_cells, post_days`.execute(
      connection,
    );
    await sql`reset statement_timeout`.execute(connection);
  });
  return { posts: options.posts, seconds: { total: secondsSince(begun), posts } };
}
