/**
 * Which of a handful of posts a filter might find, told from a few facts about them without asking the database. A post that is
 * left out here is surely not found; one that is left in is still to be looked at. Pure.
 */

import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { limits } from '@waypost/contract/common/limits';
import { typoPatterns } from '../search/typo-tolerance.rules.ts';

/** What is known of a post, whoever looks at it. */
export interface CandidateFacts {
  id: number;
  survey_id: number | null;
  status: string;
  source: string | null;
  user_id: number | null;
  categories: readonly number[];
  /** Degrees, as they are and as they are shown: somebody sees either. */
  places: readonly { lat: number; lon: number }[];
  /** Words of all that is written in it. */
  words: readonly string[];
}

/** A word that is looked for. */
export interface RequiredWord {
  word: string;
  /** It may be mistyped: words that differ by one letter do as well. */
  allowsTypo: boolean;
}

/** By a text that is looked for: for each word that it needs, the posts that may have it. */
export type PostsByText = ReadonlyMap<string, readonly ReadonlySet<number>[]>;

const isNonEmpty = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0;

/** The posts that have a word which begins like one of these. */
function findPostsWithWord(
  index: ReadonlyMap<string, readonly number[]>,
  { word, allowsTypo: slips }: RequiredWord,
): Set<number> {
  // Words have letters and digits only, so that "_" is the one sign of a pattern.
  const patterns = slips ? typoPatterns(word).map((it) => it.slice(0, -1).replaceAll('_', '.')) : [];
  const alike = new RegExp(`^(?:${[word, ...patterns].join('|')})`, 'u');
  const posts = new Set<number>();
  for (const [found, ids] of index) if (alike.test(found)) for (const id of ids) posts.add(id);
  return posts;
}

/** Looks up once what many texts need. */
export function indexPostsByText(
  facts: readonly CandidateFacts[],
  requiredWords: ReadonlyMap<string, readonly RequiredWord[]>,
): PostsByText {
  const index = new Map<string, number[]>();
  for (const { id, words } of facts)
    for (const word of words) {
      const ids = index.get(word);
      if (ids) ids.push(id);
      else index.set(word, [id]);
    }
  const known = new Map<string, Set<number>>();
  const posts = (need: RequiredWord) => {
    const key = `${need.word} ${need.allowsTypo}`;
    const found = known.get(key) ?? findPostsWithWord(index, need);
    known.set(key, found);
    return found;
  };
  return new Map([...requiredWords].map(([text, words]) => [text, words.map(posts)]));
}

function couldMatchAuthor({ user_id }: CandidateFacts, { user }: PostFilters, me: number | null): boolean {
  // Who wrote a post may be hidden: for `none`, anybody may have. Of visitors nothing is said.
  if (!isNonEmpty(user) || user.includes('none') || me === null) return true;
  return user.some((it) => user_id === (it === 'me' ? me : it));
}

function couldMatchCategories({ categories }: CandidateFacts, { tags }: PostFilters): boolean {
  const { any, all } = Array.isArray(tags) ? { any: tags, all: undefined } : (tags ?? {});
  return (
    (!isNonEmpty(any) || any.some((id) => categories.includes(id))) &&
    (all ?? []).every((id) => categories.includes(id))
  );
}

/** Degrees of latitude and longitude around a point that hold all that is so near, with a little more. */
function isRoughlyNear(
  point: { lat: number; lon: number },
  middle: { lat: number; lon: number },
  km: number,
): boolean {
  const north = km / 110 + 0.01;
  if (Math.abs(point.lat - middle.lat) > north) return false;
  const widest = Math.cos((Math.min(90, Math.abs(middle.lat) + north) * Math.PI) / 180);
  const apart = Math.abs(point.lon - middle.lon) % 360;
  return Math.min(apart, 360 - apart) * widest <= north * 1.2;
}

function couldMatchLocation(
  { places }: CandidateFacts,
  { bbox, center_point, within_km }: PostFilters,
): boolean {
  if (bbox) {
    const [south, north] = [Math.min(bbox.south, bbox.north), Math.max(bbox.south, bbox.north)];
    return places.some(({ lat }) => lat >= south && lat <= north);
  }
  return (
    !center_point ||
    places.some((place) => isRoughlyNear(place, center_point, within_km ?? limits.defaultRadiusKm))
  );
}

/**
 * @param me who looks; null: a visitor
 * @param statuses those that hold for the filter; undefined: any
 */
export function couldMatch(
  post: CandidateFacts,
  filters: PostFilters,
  { me, statuses, texts }: { me: number | null; statuses: readonly string[] | undefined; texts: PostsByText },
): boolean {
  const { form, source, post_id, q } = filters;
  return (
    (statuses === undefined || statuses.includes(post.status)) &&
    (!isNonEmpty(form) || form.includes(post.survey_id ?? 'none')) &&
    (!isNonEmpty(source) || source.some((it) => it === (post.source ?? 'web'))) &&
    (!isNonEmpty(post_id) || post_id.includes(post.id)) &&
    couldMatchAuthor(post, filters, me) &&
    couldMatchCategories(post, filters) &&
    couldMatchLocation(post, filters) &&
    (!q || Number(q) === post.id || (texts.get(q) ?? []).every((posts) => posts.has(post.id)))
  );
}
