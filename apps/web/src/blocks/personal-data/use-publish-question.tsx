/** What comes before a report is published: that its reporter refused, or a question about texts that may identify somebody. */
import { useQueryClient } from '@tanstack/react-query';
import { readPostConsent } from '@waypost/contract/posts/post-consent';
import type { ReactNode } from 'react';
import { useConfig } from '../../api/config.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

const loadPublishDialog = () => import('./publish-dialog.tsx');
const loadRefusalDialog = () => import('./refusal-dialog.tsx');
const loadSearch = () => import('@waypost/survey-logic/personal-data/find-personal-data');

/** How to ask. */
interface PublishQuestion {
  /**
   * Asks where there is something to ask, and publishes otherwise. A report that its reporter does not want published is not.
   * @param options.texts that visitors will see
   */
  ask: (options: { postId: number; texts: readonly string[]; publish: () => void }) => Promise<void>;
  /** To render. */
  dialog: ReactNode;
}

/** @param options.focusesPublish Enter publishes, for work by keyboard */
export function usePublishQuestion({ focusesPublish = false } = {}): PublishQuestion {
  const { site } = useConfig();
  const cache = useQueryClient();
  const question = useLazyDialog(loadPublishDialog);
  const refusal = useLazyDialog(loadRefusalDialog);
  return {
    async ask({ postId, texts, publish }) {
      // Loaded with the report. Where it is not yet, the server says it.
      const { queryKey } = buildEndpointQuery(readPostConsent, { params: { id: postId } });
      const consent = cache.getQueryData(queryKey);
      if (consent?.refused.some(({ use }) => use === 'publish')) {
        refusal.open({ postId, texts: texts.map((text) => ({ text })) });
        return;
      }
      const country = site.country ?? undefined;
      // Without the rules, for example offline, the report can be published all the same.
      const search = await loadSearch().catch(() => null);
      const isFound = texts.some((text) => search && search.findPersonalData(text, { country }).length > 0);
      if (isFound)
        question.open({ texts: texts.map((text) => ({ text })), focusesPublish, onPublish: publish });
      else publish();
    },
    dialog: (
      <>
        {question.dialog}
        {refusal.dialog}
      </>
    ),
  };
}
