/** Reads the context of a post. */
import { limits } from '@waypost/contract/common/limits';
import type { PostContext } from '@waypost/contract/review/post-context';
import type { Tx } from '../../kernel/db/database.ts';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { findSenderOfPost, isListedFor, isWithheld, readAuthorizedPost } from '../../posts/posts.public.ts';
import { findUserNames } from '../../users/users.public.ts';
import {
  findPostsAround,
  findPostsOfSender,
  findPostsWithSamePicture,
  findPostsWithSimilarWords,
  type Target,
} from './duplicates.sql.ts';
import {
  countPostsOfSender,
  findNearbyPosts,
  readComparedPosts,
  readDecisions,
  readPhotos,
} from './post-context.sql.ts';
import { secondsBetween, viewComparedPost, viewDecision, viewPhoto } from './post-context.view.ts';
import { maxMetres, maxSeconds, minWordSimilarity, rankDuplicates } from './rank-duplicates.rules.ts';

/** Places of a post that others are compared with. */
const maxPlaces = 5;

/** Possible duplicates with their reasons, the most likely first. */
async function findDuplicates(tx: Tx, target: Target) {
  const [withPicture, withWords, ofSender, around] = await Promise.all([
    findPostsWithSamePicture(tx, target),
    findPostsWithSimilarWords(tx, target, minWordSimilarity),
    findPostsOfSender(tx, target, maxSeconds),
    findPostsAround(tx, target, maxMetres, maxSeconds),
  ]);
  const ids = [...new Set([...withPicture, ...withWords.keys(), ...ofSender, ...around])];
  const rows = await readComparedPosts(tx, target, ids);
  const comparisons = rows.map((row) => ({
    row,
    hasSamePicture: withPicture.includes(row.id),
    wordSimilarity: withWords.get(row.id) ?? 0,
    hasSameSender: ofSender.includes(row.id),
    distance: row.distance,
    secondsApart: Math.abs(secondsBetween(target.postDate, row.post_date)),
  }));
  return rankDuplicates(comparisons, limits.postContext.duplicates);
}

/**
 * The context of a post.
 * @throws Problem 404 when the viewer may not read the post
 */
export async function readContext(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  id: number,
): Promise<PostContext> {
  const { post, places } = await readAuthorizedPost(tx, viewer, id, 'read_full');
  const { kind, isFromSender } = await findSenderOfPost(tx, viewer, id);
  const target: Target = {
    id,
    postDate: post.post_date,
    places: places.slice(0, maxPlaces),
    isFromSender,
    isVisible: isListedFor(viewer),
  };
  const [duplicates, sender, decisions, photos] = await Promise.all([
    findDuplicates(tx, target),
    countPostsOfSender(tx, target),
    readDecisions(tx, id, limits.postContext.decisions),
    readPhotos(tx, target, limits.postContext.photos),
  ]);
  const duplicateIds = duplicates.map(({ row }) => row.id);
  const [nearby, names] = await Promise.all([
    findNearbyPosts(tx, target, limits.postContext.nearbyMetres, duplicateIds, limits.postContext.nearby),
    findUserNames(
      tx,
      decisions.map(({ user_id }) => user_id),
    ),
  ]);
  const [place] = target.places;
  return {
    duplicates: duplicates.map(({ row, reasons }) => ({ ...viewComparedPost(target, row), reasons })),
    nearby: nearby.map((row) => viewComparedPost(target, row)),
    location: place ? { lon: place.lon, lat: place.lat } : null,
    sender: { kind, ...sender },
    decisions: decisions.map((row) =>
      viewDecision(urls, names, isWithheld(viewer, post, row.user_id) ? { ...row, user_id: null } : row),
    ),
    photos: photos.map((row) => viewPhoto(urls, target, row)),
  };
}
