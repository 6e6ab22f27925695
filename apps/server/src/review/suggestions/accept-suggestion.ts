/** Accepts a suggestion, and undoes that. */
import type { EndpointRequest } from '@waypost/contract/common/endpoint';
import type * as contract from '@waypost/contract/review/suggestions';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import { validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { saveSuggestion, undoSuggestion } from '../../posts/posts.public.ts';
import { lockReviewedPost } from '../require-reviewed-post.ts';
import { readSuggestions } from './read-suggestions.ts';

function toChange({ form, key, tag, location }: contract.Suggestion) {
  if (form) return { surveyId: form.id };
  const answer = tag ? tag.id : location;
  return key !== null && answer !== null ? { key, answer } : undefined;
}

/**
 * Saves a post with one of its suggestions.
 * @param input read once the rights are checked
 * @throws Problem 404 without such a post; ValidationError when the post was changed, or the suggestion is not made any more
 */
export async function acceptSuggestion(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  postId: number,
  input: EndpointRequest<typeof contract.acceptSuggestion>['body'],
): Promise<void> {
  const details = await lockReviewedPost(tx, viewer, postId);
  const { suggestion: id, based_on } = input;
  if (based_on !== details.post.revision) throw validationError('posts', 'based_on', 'postChanged');
  const suggestion = (await readSuggestions(tx, viewer, urls, details)).find((it) => it.id === id);
  const change = suggestion && toChange(suggestion);
  if (!change) throw validationError('posts', 'suggestion', 'exists', { value: id });
  const { kind, certainty } = suggestion;
  await saveSuggestion(tx, viewer, details, kind, change);
  await recordChange(tx, viewer, {
    action: 'update',
    subject: 'posts',
    id: postId,
    details: { changed: ['suggestion'], suggestion: kind, certainty, revision: based_on + 1 },
  });
}

/**
 * Puts a post back as it was before the suggestion that its latest revision has accepted, or the survey that it has set.
 * @throws Problem 404 without such a post; ValidationError when the latest revision is another one
 */
export async function revertSuggestion(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  input: EndpointRequest<typeof contract.undoSuggestion>['body'],
): Promise<void> {
  await lockReviewedPost(tx, viewer, postId);
  const kind = await undoSuggestion(tx, viewer, postId, input.based_on);
  // The choice of a survey is in the history of the post alone, like its undo.
  if (kind === null) return;
  await recordChange(tx, viewer, {
    action: 'update',
    subject: 'posts',
    id: postId,
    details: { changed: ['suggestion_undone'], suggestion: kind, revision: input.based_on + 1 },
  });
}
