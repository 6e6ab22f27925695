/** The suggestions for the report in front, and accepting them. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import type { Suggestion } from '@waypost/contract/review/suggestions';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { announce } from '../../../ui/feedback/announcer.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import type { ReportTasksHandle } from '../report-tasks.tsx';
import type { ReviewQueue } from '../review-queue.ts';
import { buildSuggestionsQuery, createAcceptance, undoAcceptance } from './suggestion-api.ts';
import { useSuggestionName } from './use-suggestion-name.ts';

/** Suggestions and what can be done with them. */
export interface Suggestions {
  list: readonly Suggestion[];
  /** Accepts one, by default the first. Undefined without any. */
  accept: ((suggestion?: Suggestion) => void) | undefined;
  isPending: boolean;
  /** Resolves when the one that is being accepted is saved or refused; undefined for none. */
  whenAccepted: () => Promise<void> | undefined;
  /** Why the last one could not be accepted. */
  problems: readonly string[];
}

const nothing: readonly Suggestion[] = [];

/**
 * @param post the report in front
 * @param tasks its tasks, whose typed answers are kept
 */
export function useSuggestions(
  queue: ReviewQueue,
  post: Post | undefined,
  tasks: RefObject<ReportTasksHandle | null>,
): Suggestions {
  const { t } = useTranslation();
  const getName = useSuggestionName();
  const [problem, setProblem] = useState<{ postId: number | undefined; texts: readonly string[] }>();
  const { data } = useQuery({
    ...buildSuggestionsQuery(post ?? { id: 0, revision: 0 }),
    enabled: post !== undefined,
  });
  const list = (post && data?.results) ?? nothing;
  const running = useRef<Promise<void>>(undefined);
  const { mutateAsync, isPending } = useAsyncAction<Suggestion, void>(
    async (suggestion) => {
      const draft = tasks.current?.readDraft();
      const change = createAcceptance(suggestion.id);
      const texts = await queue.changeCurrent(change, { undo: undoAcceptance, draft });
      setProblem(texts.length > 0 ? { postId: post?.id, texts } : undefined);
      if (texts.length === 0) announce(t('review.suggestions.accepted', { name: getName(suggestion) }));
    },
    { onError: (error) => setProblem({ postId: post?.id, texts: formatErrorMessages(error) }) },
  );
  const start = (suggestion: Suggestion) => {
    const accepting = mutateAsync(suggestion)
      .catch(() => undefined)
      .finally(() => {
        if (running.current === accepting) running.current = undefined;
      });
    running.current = accepting;
  };
  const [first] = list;
  return {
    list,
    accept: first && ((suggestion = first) => start(suggestion)),
    isPending,
    whenAccepted: () => running.current,
    problems: problem && problem.postId === post?.id ? problem.texts : [],
  };
}
