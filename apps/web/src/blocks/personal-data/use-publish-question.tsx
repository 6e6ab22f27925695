/** The question before texts are published that may identify somebody. */
import type { ReactNode } from 'react';
import { useConfig } from '../../api/config.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

const loadPublishDialog = () => import('./publish-dialog.tsx');
const loadSearch = () => import('@waypost/survey-logic/personal-data/find-personal-data');

/** How to ask. */
interface PublishQuestion {
  /** Asks where there is something to ask, and publishes otherwise. */
  ask: (texts: readonly string[], publish: () => void) => Promise<void>;
  /** To render. */
  dialog: ReactNode;
}

/** @param options.focusesPublish Enter publishes, for work by keyboard */
export function usePublishQuestion({ focusesPublish = false } = {}): PublishQuestion {
  const { site } = useConfig();
  const question = useLazyDialog(loadPublishDialog);
  return {
    async ask(texts, publish) {
      const country = site.country ?? undefined;
      // Without the rules, for example offline, the report can be published all the same.
      const search = await loadSearch().catch(() => null);
      const isFound = texts.some((text) => search && search.findPersonalData(text, { country }).length > 0);
      if (isFound)
        question.open({ texts: texts.map((text) => ({ text })), focusesPublish, onPublish: publish });
      else publish();
    },
    dialog: question.dialog,
  };
}
