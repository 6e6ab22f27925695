/** Posts with everything that is needed to show them, read in a handful of queries however many they are. */
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readMap } from '../settings/settings.public.ts';
import {
  readFieldsOfSurveys,
  readSurveys,
  type SurveyFields,
  type SurveyRow,
} from '../surveys/surveys.public.ts';
import { readNames } from '../users/users.public.ts';
import { type LockRow, readLocks } from './locks/locks.sql.ts';
import {
  type PostPlaceRow,
  type PostRow,
  readCategoryAnswers,
  readPostPlaces,
  readPostRows,
  readSetsOfPosts,
} from './posts.sql.ts';

export interface PostDetails {
  post: PostRow;
  /** Undefined for an unstructured post. */
  survey: SurveyRow | undefined;
  fields: SurveyFields;
  /** What the author is called; whether the viewer may know is not decided here. */
  authorName: string | null;
  /** By attribute, then by position. */
  places: readonly PostPlaceRow[];
  categories: readonly { attribute_id: number; category_id: number }[];
  /** Collections and saved searches that the viewer may know of. */
  sets: readonly number[];
  /** Of somebody who works on it; read only for viewers who might have a right to know. */
  lock: LockRow | undefined;
  /** Decimals that hidden places are rounded to. */
  precision: number;
}

/** Adds what the domains after this one know of posts. */
export type PostEnricher = (tx: Tx, viewer: Viewer, posts: readonly PostDetails[]) => Promise<PostDetails[]>;

export const emptySurveyFields: SurveyFields = { tasks: [], attributes: [] };

function groupByPost<T extends { post_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const map = new Map<number, T[]>();
  for (const row of rows) {
    const of = map.get(row.post_id);
    if (of) of.push(row);
    else map.set(row.post_id, [row]);
  }
  return map;
}

/** In the order of the ids; ids of no post are left out. */
export const readPostDetails = async (
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<PostDetails[]> =>
  ids.length === 0 ? [] : readDetailsOfRows(tx, viewer, ids, readPostRows(tx, ids));

/** What stands beside posts, by their ids. */
async function readRelatedRows(tx: Tx, viewer: Viewer, ids: readonly number[]) {
  const [places, categories, sets, locks, { location_precision: precision }] = await Promise.all([
    readPostPlaces(tx, ids),
    readCategoryAnswers(tx, ids),
    readSetsOfPosts(tx, viewer, ids),
    viewer.isSignedIn ? readLocks(tx, ids) : [],
    readMap(tx),
  ]);
  return {
    places: groupByPost(places),
    categories: groupByPost(categories),
    sets: groupByPost(sets),
    locks: new Map(locks.map((lock) => [lock.post_id, lock])),
    precision,
  };
}

/** What posts refer to. */
async function readReferencedRows(tx: Tx, rows: readonly PostRow[]) {
  const surveyIds = [...new Set(rows.flatMap((row) => row.survey_id ?? []))];
  const authorIds = [...new Set(rows.flatMap((row) => row.user_id ?? []))];
  const [surveys, fields, names] = await Promise.all([
    readSurveys(tx, surveyIds),
    readFieldsOfSurveys(tx, surveyIds),
    readNames(tx, authorIds),
  ]);
  return { posts: new Map(rows.map((row) => [row.id, row])), surveys, fields, names };
}

/** The same for posts whose rows are at hand, or asked for. */
export async function readDetailsOfRows(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  rows: readonly PostRow[] | Promise<readonly PostRow[]>,
): Promise<PostDetails[]> {
  const asked = Promise.resolve(rows);
  const [{ posts, surveys, fields, names }, { places, categories, sets, locks, precision }] =
    await Promise.all([
      asked.then((found) => readReferencedRows(tx, found)),
      readRelatedRows(tx, viewer, ids),
    ]);
  return ids.flatMap((id): PostDetails[] => {
    const post = posts.get(id);
    if (!post) return [];
    return [
      {
        post,
        survey: post.survey_id === null ? undefined : surveys.get(post.survey_id),
        fields: (post.survey_id === null ? undefined : fields.get(post.survey_id)) ?? emptySurveyFields,
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
