/** Answers to the fields of a report that the text of its message gives. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import { resolveSiteDateOrder } from '@waypost/survey-logic/csv/site-date-order';
import type { TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import { useMemo } from 'react';
import { useConfig } from '../../../api/config.ts';
import { listUnanswered, readPostAnswers } from '../../../blocks/text-answers/read-post-answers.ts';
import { buildSuggestionsQuery } from '../suggestions/suggestion-api.ts';
import type { ReviewSurvey } from './use-review-survey.ts';

/** @returns undefined until they are read; empty for a report that is no message */
export function useTextAnswers(post: Post, survey: ReviewSurvey | undefined): TextAnswers | undefined {
  const { site } = useConfig();
  const order = resolveSiteDateOrder(site);
  const asksForPlace = useMemo(
    () => listUnanswered(survey, post).some(({ type }) => type === 'point'),
    [survey, post],
  );
  const suggestions = useQuery({ ...buildSuggestionsQuery(post), enabled: asksForPlace });
  const answers = useMemo(() => readPostAnswers(post, survey, order), [order, post, survey]);
  if (!survey || (asksForPlace && suggestions.isLoading)) return undefined;
  // A place that is the only one that the text names.
  const places = (suggestions.data?.results ?? []).filter(({ kind }) => kind === 'place');
  const [place] = places;
  const isClear = asksForPlace && places.length === 1 && place?.location && place.key !== null;
  return isClear && place.key !== null && place.location
    ? { [place.key]: [place.location], ...answers }
    : answers;
}
