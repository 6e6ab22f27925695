/**
 * Decides from a few facts, without a query, which posts may match filters. A post that is excluded here certainly does not
 * match; the others still have to be checked. Pure.
 */

import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { limits } from '@waypost/contract/common/limits';
import type { FilterName } from './filter-key.rules.ts';

/** Facts about a post, independent of the viewer. */
export interface CandidateFacts {
  id: number;
  survey_id: number | null;
  status: string;
  source: string | null;
  user_id: number | null;
  /** Its categories and their parents. */
  categories: readonly number[];
  /** Exact and masked coordinates: a viewer sees one or the other. */
  places: readonly { lat: number; lon: number }[];
}

/** For each search text, the posts that may contain its words. */
export type PostsByText = ReadonlyMap<string, ReadonlySet<number>>;

const isNonEmpty = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0;

function couldMatchAuthor(
  { user_id }: CandidateFacts,
  { user }: PostFilters,
  viewerId: number | null,
): boolean {
  // For `none`, any author may match because authors can be hidden. Visitors have no id to compare with.
  if (!isNonEmpty(user) || user.includes('none') || viewerId === null) return true;
  return user.some((it) => user_id === (it === 'me' ? viewerId : it));
}

function couldMatchCategories({ categories }: CandidateFacts, { tags }: PostFilters): boolean {
  const { any, all } = Array.isArray(tags) ? { any: tags, all: undefined } : (tags ?? {});
  return (
    (!isNonEmpty(any) || any.some((id) => categories.includes(id))) &&
    (all ?? []).every((id) => categories.includes(id))
  );
}

/** Whether two points are within about `km` kilometres; never false for points that are. */
function isRoughlyNear(
  point: { lat: number; lon: number },
  center: { lat: number; lon: number },
  km: number,
): boolean {
  // One degree of latitude is a little more than 110 km.
  const latDegrees = km / 110 + 0.01;
  if (Math.abs(point.lat - center.lat) > latDegrees) return false;
  const minCosine = Math.cos((Math.min(90, Math.abs(center.lat) + latDegrees) * Math.PI) / 180);
  const lonDistance = Math.abs(point.lon - center.lon) % 360;
  return Math.min(lonDistance, 360 - lonDistance) * minCosine <= latDegrees * 1.2;
}

/** What the prefilter knows besides the post and the filters. */
interface PrefilterContext {
  /** Account of the viewer; null: a visitor. */
  viewerId: number | null;
  /** Statuses that the filters select; undefined: any. */
  statuses: readonly string[] | undefined;
  postsByText: PostsByText;
}

type Check = (post: CandidateFacts, filters: PostFilters, context: PrefilterContext) => boolean;

/** Whether a post may match each filter; null for filters that the facts say nothing about. */
const checks: Record<FilterName, Check | null> = {
  status: (post, _filters, { statuses }) => statuses === undefined || statuses.includes(post.status),
  q: ({ id }, { q }, { postsByText }) => !q || Number(q) === id || postsByText.get(q)?.has(id) === true,
  type: null,
  locale: null,
  slug: null,
  user: (post, filters, { viewerId }) => couldMatchAuthor(post, filters, viewerId),
  parent: null,
  form: ({ survey_id }, { form }) => !isNonEmpty(form) || form.includes(survey_id ?? 'none'),
  set: null,
  saved_search: null,
  created_before: null,
  created_after: null,
  created_before_by_id: null,
  created_after_by_id: null,
  updated_before: null,
  updated_after: null,
  date_before: null,
  date_after: null,
  bbox: ({ places }, { bbox }) => {
    if (!bbox) return true;
    const [south, north] = [Math.min(bbox.south, bbox.north), Math.max(bbox.south, bbox.north)];
    return places.some(({ lat }) => lat >= south && lat <= north);
  },
  // Saved searches name no tile.
  tile: null,
  // A bounding box takes precedence.
  center_point: ({ places }, { bbox, center_point, within_km = limits.defaultRadiusKm }) =>
    bbox !== undefined ||
    !center_point ||
    places.some((place) => isRoughlyNear(place, center_point, within_km)),
  within_km: null,
  has_location: null,
  source: (post, { source }) => !isNonEmpty(source) || source.some((it) => it === (post.source ?? 'web')),
  tags: couldMatchCategories,
  values: null,
  post_id: ({ id }, { post_id }) => !isNonEmpty(post_id) || post_id.includes(id),
  published_to: null,
  current_stage: null,
  completed_stages: null,
  assignee: null,
  verification: null,
  area: null,
  order_unlocked_on_top: null,
  include_types: null,
  include_attributes: null,
};
const allChecks = Object.values(checks).filter((check) => check !== null);

/** Whether a post may match filters. */
export const couldMatch = (post: CandidateFacts, filters: PostFilters, context: PrefilterContext): boolean =>
  allChecks.every((check) => check(post, filters, context));
