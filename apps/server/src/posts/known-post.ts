/** Posts with everything that is needed to show them, read in a handful of queries however many they are. */
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { readNames } from '../people/people.public.ts';
import { readMap } from '../settings/settings.public.ts';
import {
  readFieldsOfSurveys,
  readSurveys,
  type SurveyFields,
  type SurveyRow,
} from '../surveys/surveys.public.ts';
import { type LockRow, readLocks } from './locks.sql.ts';
import {
  type PlaceRow,
  type PostRow,
  readCategoryAnswers,
  readPlaces,
  readPostRows,
  readSetsOfPosts,
} from './posts.sql.ts';

export interface KnownPost {
  post: PostRow;
  /** Undefined for an unstructured post. */
  survey: SurveyRow | undefined;
  fields: SurveyFields;
  /** What the author is called; whether the viewer may know is not decided here. */
  authorName: string | null;
  /** By attribute, then by position. */
  places: readonly PlaceRow[];
  categories: readonly { attribute_id: number; category_id: number }[];
  /** Collections and saved searches that the viewer may know of. */
  sets: readonly number[];
  /** Of somebody who works on it; read only for viewers who might have a right to know. */
  lock: LockRow | undefined;
  /** Decimals that hidden places are rounded to. */
  precision: number;
}

/** Adds what the domains after this one know of posts. */
export type Complete = (tx: Tx, viewer: Viewer, posts: readonly KnownPost[]) => Promise<KnownPost[]>;

export const noFields: SurveyFields = { tasks: [], attributes: [] };

function byPost<T extends { post_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const map = new Map<number, T[]>();
  for (const row of rows) {
    const of = map.get(row.post_id);
    if (of) of.push(row);
    else map.set(row.post_id, [row]);
  }
  return map;
}

/** In the order of the ids; ids of no post are left out. */
export const readKnownPosts = async (tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<KnownPost[]> =>
  ids.length === 0 ? [] : knownPosts(tx, viewer, ids, await readPostRows(tx, ids));

/** The same for posts whose rows are at hand. */
export async function knownPosts(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  rows: readonly PostRow[],
): Promise<KnownPost[]> {
  const posts = new Map(rows.map((row) => [row.id, row]));
  const surveyIds = [...new Set([...posts.values()].flatMap((row) => row.survey_id ?? []))];
  const surveys = await readSurveys(tx, surveyIds);
  const fields = await readFieldsOfSurveys(tx, surveyIds);
  const authorIds = [...new Set([...posts.values()].flatMap((row) => row.user_id ?? []))];
  const names = await readNames(tx, authorIds);
  const places = byPost(await readPlaces(tx, ids));
  const categories = byPost(await readCategoryAnswers(tx, ids));
  const sets = byPost(await readSetsOfPosts(tx, viewer, ids));
  const locks = new Map(
    viewer.isSignedIn ? (await readLocks(tx, ids)).map((lock) => [lock.post_id, lock]) : [],
  );
  const precision = (await readMap(tx)).location_precision;
  return ids.flatMap((id): KnownPost[] => {
    const post = posts.get(id);
    if (!post) return [];
    return [
      {
        post,
        survey: post.survey_id === null ? undefined : surveys.get(post.survey_id),
        fields: (post.survey_id === null ? undefined : fields.get(post.survey_id)) ?? noFields,
        authorName: (post.user_id === null ? null : names.get(post.user_id)) ?? null,
        places: places.get(id) ?? [],
        categories: categories.get(id) ?? [],
        sets: (sets.get(id) ?? []).map((row) => row.set_id),
        lock: locks.get(id),
        precision,
      },
    ];
  });
}
