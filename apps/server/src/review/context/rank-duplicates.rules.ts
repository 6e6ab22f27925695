/** Decides which posts are possible duplicates, and in which order. */
import { type DuplicateReason, duplicateReasons } from '@waypost/contract/review/post-context';

/** What a post has in common with the one that it is compared with. */
export interface Comparison {
  hasSamePicture: boolean;
  /** Share of the words of both that are the same, from 0 to 1. */
  wordSimilarity: number;
  hasSameSender: boolean;
  /** Metres; null if one of them has no place. */
  distance: number | null;
  /** Seconds between their dates. */
  secondsApart: number;
}

/** Similarity from which words are a reason. */
export const minWordSimilarity = 0.4;
const copiedWordSimilarity = 0.75;
const sameSpotMetres = 200;
/** Farthest place, and time, at which posts may report the same event. */
export const maxMetres = 1000;
const hourSeconds = 3600;
export const maxSeconds = 24 * hourSeconds;

/** A sum of weights below this is a coincidence: place and time must be close together, or one reason strong. */
const minWeight = 2;

/** How much each reason counts; absent for what is none. */
function weigh(it: Comparison): Partial<Record<DuplicateReason, number>> {
  const weights: Partial<Record<DuplicateReason, number>> = {};
  if (it.hasSamePicture) weights.picture = 4;
  if (it.wordSimilarity >= copiedWordSimilarity) weights.words = 3;
  else if (it.wordSimilarity >= minWordSimilarity) weights.words = 2;
  if (it.hasSameSender) weights.sender = 1;
  if (it.distance !== null && it.distance <= maxMetres)
    weights.place = it.distance <= sameSpotMetres ? 1.5 : 1;
  if (it.secondsApart <= maxSeconds) weights.time = it.secondsApart <= hourSeconds ? 1 : 0.5;
  return weights;
}

/**
 * The possible duplicates among posts, the most likely first; of equal ones, the nearest in time.
 * @param limit maximum number
 */
export function rankDuplicates<T extends Comparison>(
  posts: readonly T[],
  limit: number,
): (T & { reasons: DuplicateReason[] })[] {
  return posts
    .map((post) => {
      const weights = weigh(post);
      const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
      return { total, post: { ...post, reasons: duplicateReasons.filter((it) => it in weights) } };
    })
    .filter(({ total }) => total >= minWeight)
    .sort((a, b) => b.total - a.total || a.post.secondsApart - b.post.secondsApart)
    .slice(0, limit)
    .map(({ post }) => post);
}
