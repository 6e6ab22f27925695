/** A report that was begun on this device and not sent: it goes on, or it goes. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../blocks/survey-form/draft-store.ts';
import { isNewPhoto } from '../../blocks/survey-form/new-photo.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './report-form.module.css';

interface Props {
  head: ReactNode;
  draft: Draft;
  onContinue: () => void;
  onDiscard: () => void;
}

export function FoundDraft({ head, draft, onContinue, onDiscard }: Props) {
  const { t } = useTranslation();
  const { title, values } = draft.answers;
  const photos = Object.values(values).flat().filter(isNewPhoto).length;
  return (
    <Panel head={head}>
      <div className={classes['body']}>
        <div className={classes['found']}>
          <p>
            {t('post.draft.found')} <RelativeTime date={new Date(draft.savedAt).toISOString()} />
          </p>
          <p dir="auto" className={classes['foundTitle']}>
            {title.trim() || t('post.untitled')}
          </p>
          {photos > 0 && <p>{t('post.draft.photos', { count: photos })}</p>}
          <div className={classes['foundActions']}>
            <Button size="md" onClick={onContinue}>
              {t('post.draft.continue')}
            </Button>
            <AskFirst
              variant="default"
              size="md"
              question={t('post.draft.discardAsk')}
              confirm={t('post.draft.discard')}
              keep={t('post.draft.keep')}
              onConfirm={onDiscard}
            >
              {t('post.draft.discard')}
            </AskFirst>
          </div>
        </div>
      </div>
    </Panel>
  );
}
