/** The collections and saved searches of the demo. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { SavedSurveys } from './surveys/insert-surveys.ts';
import type { Topic } from './texts/texts.ts';
import type { DemoUsers } from './users.ts';

interface Collection {
  name: string;
  description: string;
  view: 'map' | 'data';
  featured: boolean;
  role: string[] | null;
  topics: readonly Topic[];
  /** Maximum posts; the newest matching ones. */
  maxPosts: number;
}

interface SavedSearch {
  name: string;
  description: string | null;
  view: 'map' | 'data';
  role: string[] | null;
  featured: boolean;
  filter: Record<string, string | string[]>;
}

const collections: readonly Collection[] = [
  {
    name: 'High water this season',
    description: 'Floods that somebody answered, newest first: what helped, and who.',
    view: 'map',
    featured: true,
    role: null,
    topics: ['flood'],
    maxPosts: 60,
  },
  {
    name: 'Pumps that run again',
    description: 'Repaired by committees and neighbors.',
    view: 'data',
    featured: true,
    role: null,
    topics: ['pump'],
    maxPosts: 40,
  },
  {
    name: 'For the ward meeting',
    description: 'To be talked about on Thursday.',
    view: 'data',
    featured: false,
    role: ['verifier', 'editor', 'volunteer'],
    topics: ['notice', 'unsafe', 'air'],
    maxPosts: 25,
  },
];

/** Adds the newest matching posts; in surveys with tasks only those whose tasks are complete. */
async function fillCollection(
  tx: Tx,
  setId: number,
  { topics, maxPosts }: Collection,
  surveys: SavedSurveys,
) {
  const ids = topics.flatMap((topic) => surveys.get(topic)?.id ?? []);
  await sql`
    insert into set_posts (set_id, post_id)
    select ${setId}, id from posts
    where survey_id = any(${ids}::bigint[]) and status = 'published'
    order by completed_tasks = '{}', created desc, id desc limit ${maxPosts}`.execute(tx);
}

/** Filters as in API v3 §4. All values are text, as in the URL of a browser. */
const buildSavedSearches = (
  surveys: SavedSurveys,
  categories: ReadonlyMap<string, number>,
): SavedSearch[] => [
  {
    name: 'Waiting for a check',
    description: 'Reports under review, in every survey',
    view: 'data',
    role: ['verifier', 'admin'],
    featured: true,
    filter: { status: ['draft'], form: [...surveys.values()].map(({ id }) => String(id)) },
  },
  {
    name: 'Messages without a survey',
    description: 'Came by phone, mail or network',
    view: 'data',
    role: ['verifier', 'admin'],
    featured: true,
    filter: { form: ['none'], status: ['draft', 'published'] },
  },
  {
    name: 'Rescue needed',
    description: 'Floods with people in danger',
    view: 'map',
    role: null,
    featured: true,
    filter: { tags: [String(categories.get('rescue'))], status: ['published'] },
  },
  {
    name: 'Around Lake Victoria',
    description: 'Everything within 100 km of Kisumu',
    view: 'map',
    role: null,
    featured: false,
    filter: { center_point: '-0.102,34.762', within_km: '100', status: ['published'] },
  },
  {
    name: 'By text message',
    description: null,
    view: 'data',
    role: null,
    featured: false,
    filter: { source: ['sms'], status: ['published'] },
  },
];

/** Inserts all collections and saved searches. The posts must exist. */
export async function insertCollections(
  tx: Tx,
  users: DemoUsers,
  surveys: SavedSurveys,
  categories: ReadonlyMap<string, number>,
): Promise<void> {
  const defaults = { view_options: null, updated: null };
  for (const collection of collections) {
    const { name, description, view, featured, role } = collection;
    const { id } = await tx
      .insertInto('sets')
      .values({
        ...defaults,
        kind: 'collection',
        user_id: users.editor,
        name,
        description,
        view,
        featured,
        role,
        filter: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await fillCollection(tx, id, collection, surveys);
  }
  const rows = buildSavedSearches(surveys, categories).map((search) => ({
    ...defaults,
    ...search,
    kind: 'savedsearch' as const,
    user_id: users.verifier,
    filter: JSON.stringify(search.filter),
  }));
  await tx.insertInto('sets').values(rows).execute();
}
