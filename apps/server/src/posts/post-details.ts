/** Reads posts with everything that is needed to show them. The number of queries does not depend on the number of posts. */
import type { Area } from '@waypost/contract/areas/list-areas';
import type { Thumbnail } from '@waypost/contract/media/media';
import type { PostMerging } from '@waypost/contract/posts/post-merging';
import type { PostVerification } from '@waypost/contract/posts/post-verification';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readMap } from '../settings/settings.public.ts';
import {
  readFieldsOfSurveys,
  readSurveys,
  type SurveyFields,
  type SurveyRow,
} from '../surveys/surveys.public.ts';
import { findUserNames } from '../users/users.public.ts';
import { type LockRow, readLocks } from './locks/locks.sql.ts';
import { canManagePosts } from './posts.rules.ts';
import {
  type PostPlaceRow,
  type PostRow,
  readCategoryAnswers,
  readFirstPostRows,
  readPostPlaces,
  readPostRows,
  readReporterCodes,
  readSetsOfPosts,
} from './posts.sql.ts';

/** A post with its survey, answers and related rows. */
export interface PostDetails {
  post: PostRow;
  /** Undefined for a post without a survey. */
  survey: SurveyRow | undefined;
  fields: SurveyFields;
  /** Real name of the author. The views decide whether the viewer may see it. */
  authorName: string | null;
  /** Code that stands for the author's account, or else for the contact; null if there is neither. Read for the team only. */
  reporterCode: string | null;
  /** Ordered by position. */
  places: readonly PostPlaceRow[];
  categories: readonly { attribute_id: number; category_id: number }[];
  /** Ids of the collections and saved searches that the viewer may see. */
  sets: readonly number[];
  /** The active lock of the post; read only for viewers who are signed in. */
  lock: LockRow | undefined;
  /** How sure the team is; undefined unless requested and visible to the viewer, null for no verification. */
  verification?: PostVerification | null;
  /** How the post is merged with others; undefined unless requested. */
  merging?: PostMerging;
  /** The areas around the real and the masked places; undefined unless requested. The views decide which the viewer may see. */
  areas?: readonly Area[];
  /** The first picture that the viewer sees; undefined unless requested, null for none. */
  thumbnail?: Thumbnail | null;
  /** Number of decimals that coordinates are rounded to for viewers who may not see them exactly. */
  precision: number;
}

/** Adds the data of domains that this one cannot import, such as saved searches. */
export type PostEnricher = (tx: Tx, viewer: Viewer, posts: readonly PostDetails[]) => Promise<PostDetails[]>;

/** The fields of a post without a survey. */
export const emptySurveyFields: SurveyFields = { tasks: [], attributes: [] };

function groupByPost<T extends { post_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const map = new Map<number, T[]>();
  for (const row of rows) {
    const group = map.get(row.post_id);
    if (group) group.push(row);
    else map.set(row.post_id, [row]);
  }
  return map;
}

/** Reads posts with their details, in the order of `ids`. Ids without a post are left out. */
export const readPostDetails = async (
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<PostDetails[]> =>
  ids.length === 0 ? [] : readDetailsOfRows(tx, viewer, ids, readPostRows(tx, ids));

/**
 * Reads the first of these posts with their details, as many as have `maxBytes` (`readFirstPostRows`).
 * @returns `rest`: the ids behind the last of them
 */
export async function readFirstPostDetails(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  maxBytes: number,
): Promise<{ posts: PostDetails[]; rest: readonly number[] }> {
  if (ids.length === 0) return { posts: [], rest: [] };
  const posts = await readDetailsOfRows(tx, viewer, ids, readFirstPostRows(tx, ids, maxBytes));
  const last = posts.at(-1);
  return { posts, rest: last ? ids.slice(ids.indexOf(last.post.id) + 1) : [] };
}

/** Rows that refer to posts: answers in other tables, sets, locks. */
async function readRelatedRows(tx: Tx, viewer: Viewer, ids: readonly number[]) {
  const [places, categories, sets, locks, { location_precision: precision }] = await Promise.all([
    readPostPlaces(tx, ids),
    readCategoryAnswers(tx, ids),
    readSetsOfPosts(tx, viewer, ids),
    viewer.isSignedIn ? readLocks(tx, viewer, ids) : [],
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

/** Rows that posts refer to: surveys with their fields, names of authors. */
async function readReferencedRows(tx: Tx, viewer: Viewer, rows: readonly PostRow[]) {
  const surveyIds = [...new Set(rows.flatMap((row) => row.survey_id ?? []))];
  const withheld = canManagePosts(viewer) && !viewer.seesPersonalData ? rows : [];
  const [surveys, fields, names, codes] = await Promise.all([
    readSurveys(tx, surveyIds),
    readFieldsOfSurveys(tx, surveyIds),
    findUserNames(
      tx,
      rows.map((row) => row.user_id),
    ),
    readReporterCodes(tx, withheld),
  ]);
  return { posts: new Map(rows.map((row) => [row.id, row])), surveys, fields, names, codes };
}

/**
 * Like `readPostDetails`, for callers who have read the rows of the posts.
 * @param rows may still be loading: the related rows are read at the same time
 */
export async function readDetailsOfRows(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  rows: readonly PostRow[] | Promise<readonly PostRow[]>,
): Promise<PostDetails[]> {
  const [{ posts, surveys, fields, names, codes }, { places, categories, sets, locks, precision }] =
    await Promise.all([
      Promise.resolve(rows).then((postRows) => readReferencedRows(tx, viewer, postRows)),
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
        reporterCode: codes.get(id) ?? null,
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
