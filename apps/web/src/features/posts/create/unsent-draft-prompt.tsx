import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../../blocks/survey-form/drafts/draft-store.ts';
import { isNewPhoto } from '../../../blocks/survey-form/photos/new-photo.ts';
import { InlineConfirmButton } from '../../../ui/dialog/inline-confirm-button.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from '../form/report-form.module.css';

interface Props {
  header: ReactNode;
  draft: Draft;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Asks whether to continue or discard an unsent draft that is stored on this device. */
export function UnsentDraftPrompt({ header, draft, onContinue, onDiscard }: Props) {
  const { t } = useTranslation();
  const { title, values } = draft.answers;
  const photos = Object.values(values).flat().filter(isNewPhoto).length;
  return (
    <Panel header={header}>
      <div className={classes['body']}>
        <div className={classes['unsentDraft']}>
          <p>
            {t('post.draft.found')} <RelativeTime date={new Date(draft.savedAt).toISOString()} />
          </p>
          <p dir="auto" className={classes['unsentDraftTitle']}>
            {title.trim() || t('post.untitled')}
          </p>
          {photos > 0 && <p>{t('post.draft.photos', { count: photos })}</p>}
          <div className={classes['unsentDraftActions']}>
            <Button size="md" onClick={onContinue}>
              {t('post.draft.continue')}
            </Button>
            <InlineConfirmButton
              variant="default"
              size="md"
              question={t('post.draft.discardAsk')}
              confirmLabel={t('post.draft.discard')}
              cancelLabel={t('post.draft.keep')}
              onConfirm={onDiscard}
            >
              {t('post.draft.discard')}
            </InlineConfirmButton>
          </div>
        </div>
      </div>
    </Panel>
  );
}
