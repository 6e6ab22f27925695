/** The requests of suggestions. */
import { queryOptions } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import { acceptSuggestion, listSuggestions, undoSuggestion } from '@waypost/contract/review/suggestions';
import { call } from '../../../api/call.ts';
import { buildCallKey } from '../../../api/query-keys.ts';
import { toSaveResult } from '../review-api.ts';
import type { PostChange } from '../review-types.ts';

/** The query of the suggestions for a post as it is; also for prefetching. */
export function buildSuggestionsQuery({ id, revision = 0 }: Pick<Post, 'id' | 'revision'>) {
  const input = { params: { id } };
  return queryOptions({
    queryKey: [...buildCallKey(listSuggestions, input), revision],
    queryFn: ({ signal }) => call(listSuggestions, input, { ignoresRefusal: true, signal }),
  });
}

/** Accepts a suggestion. @param suggestion its id */
export const createAcceptance =
  (suggestion: string): PostChange =>
  ({ id, revision = 0 }) =>
    toSaveResult(call(acceptSuggestion, { params: { id }, body: { suggestion, based_on: revision } }), id);

/** Undoes the suggestion that was accepted last, or the choice of the survey. */
export const undoLastChange: PostChange = ({ id, revision = 0 }) =>
  toSaveResult(call(undoSuggestion, { params: { id }, body: { based_on: revision } }), id);
