/**
 * Generates the content of a deployment that has been used for two years: for the demo, for tests and for benchmarks.
 */
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

/** Options of the generator. */
export interface GenerateOptions {
  posts: number;
  /** The same seed and `now` give the same content in an empty deployment. */
  seed: number;
  /** Absolute path of the directory for pictures. */
  storageDir: string;
  /** Number of pictures to store. If there are fewer than posts with pictures, some posts have none. */
  photos: number;
  /** Whether all posts wait for review, to measure the queue. */
  onlyWaiting?: boolean;
  /** The time of the last post. */
  now?: Date | undefined;
  /** Passwords of the demo accounts and the administrator, by e-mail; accounts without one cannot be used. */
  passwords?: ReadonlyMap<string, string>;
  /** Called with one line for each step. */
  report?: (line: string) => void;
}

/** The result of the generator. */
export interface GenerateResult {
  posts: number;
  /** Duration: in total, and of the posts alone. */
  seconds: { total: number; posts: number };
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;
const formatCount = (count: number) => Math.round(count).toLocaleString('en');

/** Deletes the content of the first start. Its survey would delete its posts, so there must be none. */
async function deleteInitialContent(tx: Tx): Promise<void> {
  const existingPost = await tx.selectFrom('posts').select('id').limit(1).executeTakeFirst();
  if (existingPost) throw new Error('This deployment has posts already: it stays as it is.');
  await tx.deleteFrom('surveys').execute();
  await tx.deleteFrom('categories').execute();
}

/** Reports the number of loaded posts, at most every two seconds. */
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

/** Minimum posts for which posts of messages are generated. */
const minPostsForMessages = 50;

async function fillDeployment(tx: Tx, options: GenerateOptions): Promise<number> {
  const { posts: count, seed, storageDir, now = new Date(), report = () => undefined } = options;
  // A million posts take longer than the normal statement timeout.
  await sql`set local statement_timeout = 0`.execute(tx);
  await seedDeployment(tx, {});
  await deleteInitialContent(tx);
  await saveSiteSettings(tx, { seed, posts: count });
  const users = await insertUsers(tx);
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
    { surveys, categories, users, pickPicture: album },
    { count: generatedCount, seed, now, firstId, onlyWaiting: options.onlyWaiting },
  );
  await loadPosts(tx, posts, generatedCount, createProgressReporter(generatedCount, report));
  if (messageCount > 0) await insertMessages(tx, now);
  const seconds = secondsSince(begun);
  report(`${formatCount(count)} posts in ${seconds.toFixed(1)} s, ${formatCount(count / seconds)} a second`);
  await insertCollections(tx, users, surveys, categories);
  return seconds;
}

/**
 * Fills a migrated deployment without posts, in one transaction. Surveys and categories of the first start are
 * replaced.
 * @throws if there are posts
 */
export async function generateDeployment(db: Db, options: GenerateOptions): Promise<GenerateResult> {
  const begun = performance.now();
  const posts = await inTransaction(db, 'writes', (tx) => fillDeployment(tx, options));
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum (analyze) posts, post_places, post_categories, set_posts, post_counts_by_cell, post_counts_by_day`.execute(
      connection,
    );
    await sql`reset statement_timeout`.execute(connection);
  });
  return { posts: options.posts, seconds: { total: secondsSince(begun), posts } };
}
