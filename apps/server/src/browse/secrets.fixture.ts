/** A deployment whose posts hide everything that can be hidden, made up from a seed, and the model of who may know what. */
import { VectorTile } from '@mapbox/vector-tile';
import type { Post } from '@waypost/contract/posts';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { seeded } from '../demo/random.ts';
import { aSurvey } from '../testing/a-survey.ts';
import { type Deployment, type Kind, startDeployment } from '../testing/deployment.ts';
import * as model from '../testing/privacy-model.ts';

export const seed = Number(process.env['PRIVACY_SEED'] ?? 20_191_201);
const many = 60;
export const everyPost = 'status=all&limit=200';

export interface Secrets extends Deployment {
  posts: readonly model.ModelPost[];
  ids: Readonly<Partial<Record<Kind, number>>>;
  visibleTo: (kind: Kind) => model.ModelPost[];
  /** What the points of a map tile tell. */
  tile: (kind: Kind, name: string, query: string) => Promise<Record<string, string | number | boolean>[]>;
}

const keyed = ({ survey, values }: model.ModelPost) =>
  Object.fromEntries(Object.entries(values).map(([name, answers]) => [survey?.made.key(name), answers]));

async function makeSurveys(it: Deployment): Promise<model.ModelSurvey[]> {
  const surveys: model.ModelSurvey[] = [];
  for (let bits = 0; bits < 8; bits++) {
    const flags = {
      hide_author: (bits & 1) > 0,
      hide_location: (bits & 2) > 0,
      hide_time: (bits & 4) > 0,
    };
    surveys.push({ ...flags, made: await aSurvey(it.db, model.fields, { ...flags, tasks: model.tasks }) });
  }
  return surveys;
}

async function makePost(
  it: Deployment,
  n: number,
  post: model.ModelPost,
  ids: Secrets['ids'],
): Promise<number> {
  const { title, status, published_to, post_date, survey, author } = post;
  const made = await it.send<Post>('reviewer', 'POST', '/posts', {
    title,
    status,
    published_to,
    post_date,
    ...(survey ? { form: survey.made.id, values: keyed(post) } : {}),
    // Without a name it would be the sender's own.
    ...(author ? { user: ids[author] } : { author_realname: `Nobody ${n}` }),
  });
  if (made.status !== 200) throw new Error(`seed ${seed}, post ${n}: ${made.status}`);
  const { id } = made.body;
  await it.db.updateTable('posts').set({ created: post.created }).where('id', '=', id).execute();
  return id;
}

export async function startWithSecrets(): Promise<Secrets> {
  const random = seeded(seed);
  const it = await startDeployment();
  const ids: Partial<Record<Kind, number>> = {};
  for (const kind of ['member', 'settings manager', 'reviewer', 'admin'] as const)
    ids[kind] = await it.idOf(kind);
  const surveys = await makeSurveys(it);
  const posts: model.ModelPost[] = [];
  for (let n = 0; n < many; n++) {
    const post = { id: 0, ...model.aModelPost(random, n, surveys) };
    posts.push({ ...post, id: await makePost(it, n, post, ids) });
  }
  await sql`select mask_posts(array(select id from posts))`.execute(it.db);
  return {
    ...it,
    posts,
    ids,
    visibleTo: (kind) => posts.filter((post) => model.maySee(kind, post)),
    async tile(kind, name, query) {
      const headers = kind === 'passer-by' ? {} : { authorization: `Bearer ${await it.tokenOf(kind)}` };
      const answer = await it.app.inject({ url: `/api/v3/posts/tiles/${name}.mvt?${query}`, headers });
      const layer = new VectorTile(new PbfReader(answer.rawPayload)).layers['posts'];
      return Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at).properties ?? {});
    },
  };
}
