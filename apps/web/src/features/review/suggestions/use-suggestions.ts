/** The suggestions for the report in front, and accepting them. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import type { Suggestion } from '@waypost/contract/review/suggestions';
import type { TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { announce } from '../../../ui/feedback/announcer.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import type { ReviewQueue } from '../review-queue.ts';
import type { ReportTasksHandle } from '../review-types.ts';
import { buildSuggestionsQuery, createAcceptance, undoLastChange } from './suggestion-api.ts';
import { useSuggestionName } from './use-suggestion-name.ts';

/** Suggestions and what can be done with them. */
export interface Suggestions {
  list: readonly Suggestion[];
  /** Accepts one, by default the first. Says so if there is none. */
  accept: (suggestion?: Suggestion) => void;
  isPending: boolean;
  /** Why the last one could not be accepted. */
  problems: readonly string[];
}

const nothing: readonly Suggestion[] = [];

/** Whether the form holds what is suggested: the place of a field, or the category. */
function isFilled({ kind, key, tag }: Suggestion, filled: TextAnswers): boolean {
  const answers = key === null ? undefined : filled[key];
  return answers !== undefined && (kind === 'place' || answers.includes(String(tag?.id)));
}

/**
 * @param post the report in front
 * @param tasks its tasks, whose typed answers are kept
 * @param filled the answers of the text that they hold: what they have is not suggested again
 */
export function useSuggestions(
  queue: ReviewQueue,
  post: Post | undefined,
  tasks: RefObject<ReportTasksHandle | null>,
  filled: TextAnswers,
): Suggestions {
  const { t } = useTranslation();
  const getName = useSuggestionName();
  const [problem, setProblem] = useState<{ postId: number | undefined; texts: readonly string[] }>();
  const { data } = useQuery({
    ...buildSuggestionsQuery(post ?? { id: 0, revision: 0 }),
    enabled: post !== undefined,
  });
  const results = (post && data?.results) ?? nothing;
  const list = results.filter((suggestion) => !isFilled(suggestion, filled));
  const { mutate, isPending } = useAsyncAction<Suggestion, void>(
    async (suggestion) => {
      const draft = tasks.current?.readDraft();
      const change = createAcceptance(suggestion.id);
      const texts = await queue.changeCurrent(change, { undo: undoLastChange, draft });
      setProblem(texts.length > 0 ? { postId: post?.id, texts } : undefined);
      if (texts.length === 0) announce(t('review.suggestions.accepted', { name: getName(suggestion) }));
    },
    { onError: (error) => setProblem({ postId: post?.id, texts: formatErrorMessages(error) }) },
  );
  return {
    list,
    accept: (suggestion = list[0]) => {
      if (suggestion) mutate(suggestion);
      else notify('info', t(data ? 'review.suggestions.none' : 'review.suggestions.notYet'));
    },
    isPending,
    problems: problem && problem.postId === post?.id ? problem.texts : [],
  };
}
