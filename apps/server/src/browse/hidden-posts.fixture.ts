/** A test app with random posts that use every way of hiding data, and a model of who may see what. */
import { VectorTile } from '@mapbox/vector-tile';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { createRandom } from '../demo/random.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import * as model from '../testing/security/privacy-model.ts';

/** Seed of the random posts. */
export const seed = Number(process.env['PRIVACY_SEED'] ?? 20_191_201);
const postCount = 60;
/** Query that lists all posts of the fixture. */
export const allPostsQuery = 'status=all&limit=200';

/** The test app with its posts and the model. */
export interface HiddenPostsApp extends TestApp {
  posts: readonly model.ModelPost[];
  ids: Readonly<Partial<Record<Actor, number>>>;
  visibleTo: (kind: Actor) => model.ModelPost[];
  /** Properties of the features of a map tile. */
  tile: (kind: Actor, name: string, query: string) => Promise<Record<string, string | number | boolean>[]>;
}

const valuesByKey = ({ survey, values }: model.ModelPost) =>
  Object.fromEntries(
    Object.entries(values).map(([name, answers]) => [survey?.testSurvey.keyOf(name), answers]),
  );

async function makeSurveys(app: TestApp): Promise<model.ModelSurvey[]> {
  const surveys: model.ModelSurvey[] = [];
  for (let bits = 0; bits < 8; bits++) {
    const flags = {
      hide_author: (bits & 1) > 0,
      hide_location: (bits & 2) > 0,
      hide_time: (bits & 4) > 0,
    };
    surveys.push({
      ...flags,
      testSurvey: await createTestSurvey(app.db, model.modelFields, { ...flags, tasks: model.modelTasks }),
    });
  }
  return surveys;
}

async function makePost(
  app: TestApp,
  index: number,
  post: model.ModelPost,
  ids: HiddenPostsApp['ids'],
): Promise<number> {
  const { title, status, published_to, post_date, survey, author } = post;
  const created = await app.send<Post>('reviewer', 'POST', '/posts', {
    title,
    status,
    published_to,
    post_date,
    ...(survey ? { form: survey.testSurvey.id, values: valuesByKey(post) } : {}),
    // Without an author's name, the sender would be the author.
    ...(author ? { user: ids[author] } : { author_realname: `Nobody ${index}` }),
  });
  if (created.status !== 200) throw new Error(`seed ${seed}, post ${index}: ${created.status}`);
  const { id } = created.body;
  await app.db.updateTable('posts').set({ created: post.created }).where('id', '=', id).execute();
  return id;
}

/** Starts a test app with 60 random posts. */
export async function startAppWithHiddenPosts(): Promise<HiddenPostsApp> {
  const random = createRandom(seed);
  const app = await startTestApp();
  const ids: Partial<Record<Actor, number>> = {};
  for (const kind of ['member', 'settings manager', 'reviewer', 'admin'] as const)
    ids[kind] = await app.idOf(kind);
  const surveys = await makeSurveys(app);
  const posts: model.ModelPost[] = [];
  for (let index = 0; index < postCount; index++) {
    const post = { id: 0, ...model.generateModelPost(random, index, surveys) };
    posts.push({ ...post, id: await makePost(app, index, post, ids) });
  }
  await sql`select mask_posts(array(select id from posts))`.execute(app.db);
  return {
    ...app,
    posts,
    ids,
    visibleTo: (kind) => posts.filter((post) => model.canSee(kind, post)),
    async tile(kind, name, query) {
      const headers = kind === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(kind)}` };
      const response = await app.fastify.inject({ url: `/api/v3/posts/tiles/${name}.mvt?${query}`, headers });
      const layer = new VectorTile(new PbfReader(response.rawPayload)).layers['posts'];
      return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index).properties ?? {});
    },
  };
}
