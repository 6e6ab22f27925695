/** The context of a post in the format of the API. */
import type { ComparedPost, PhotoFacts, PostDecision } from '@waypost/contract/review/post-context';
import { splitPostText } from '@waypost/survey-logic/post-display';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../../kernel/http/api-format.ts';
import { viewMember } from '../team-member.view.ts';
import type { Target } from './duplicates.sql.ts';
import type { ComparedRow, DecisionRow, PhotoRow } from './post-context.sql.ts';

/** Seconds from one time to another. */
export const secondsBetween = (from: Date, to: Date): number =>
  Math.round((to.getTime() - from.getTime()) / 1000);

const toPoint = (lat: number | null, lon: number | null) =>
  lat === null || lon === null ? null : { lon, lat };
const roundOrNull = (metres: number | null) => (metres === null ? null : Math.round(metres));

/** A post compared with the target. */
export const viewComparedPost = ({ postDate }: Target, row: ComparedRow): ComparedPost => ({
  id: row.id,
  title: splitPostText(row).title,
  status: row.status,
  post_date: toApiDate(row.post_date),
  location: toPoint(row.lat, row.lon),
  distance: roundOrNull(row.distance),
  seconds_later: secondsBetween(postDate, row.post_date),
});

/** A change of the status. @param names real names by account */
export function viewDecision(
  urls: UrlBuilder,
  names: ReadonlyMap<number, string | null>,
  { created, before, after, user_id }: DecisionRow,
): PostDecision {
  return { created: toApiDate(created), before, after, user: viewMember(urls, user_id, names) };
}

/** Time and place of a photograph, compared with its post. */
export const viewPhoto = (urls: UrlBuilder, { postDate }: Target, row: PhotoRow): PhotoFacts => ({
  media: { id: row.media_id, url: urls.entity('media', row.media_id) },
  taken: toApiDateOrNull(row.photo_time),
  seconds_later: row.photo_time && secondsBetween(postDate, row.photo_time),
  location: toPoint(row.photo_lat, row.photo_lon),
  distance: roundOrNull(row.distance),
});
