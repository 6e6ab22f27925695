/** Shown without a network instead of a form that was never opened on this device: what to do, and which forms are there. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScreenOwner } from '../../../api/session.ts';
import { getCacheOwner } from '../../../blocks/device/cache-names.ts';
import { listStoredSurveys } from '../../../blocks/device/stored-surveys.ts';
import { SurveyList } from '../../../blocks/report/survey-choices.tsx';
import { isOpenToReader } from '../../../blocks/report/use-open-surveys.ts';
import { UnsentDraftBadge } from '../../../blocks/survey-form/drafts/unsent-draft-badge.tsx';
import { EmptyState } from '../../../ui/feedback/screen-states.tsx';
import classes from '../form/report-form.module.css';

/** Surveys whose form opens without a network; empty while they are searched. */
function useStoredSurveys(): readonly Survey[] {
  const owner = getCacheOwner(useScreenOwner()?.id);
  const [surveys, setSurveys] = useState<readonly Survey[]>([]);
  useEffect(() => {
    let isCurrent = true;
    // Nothing is offered where the browser refuses to read its caches.
    const found = listStoredSurveys(owner).catch(() => []);
    void found.then((stored) => isCurrent && setSurveys(stored.filter(isOpenToReader)));
    return () => {
      isCurrent = false;
    };
  }, [owner]);
  return surveys;
}

interface Props {
  /** Shown in an iframe of another site, without links that lead away from it. */
  isEmbedded: boolean;
  onRetry: () => void;
}

/** The text, and links to the forms. */
export default function FormNotStored({ isEmbedded, onRetry }: Props) {
  const { t } = useTranslation();
  const surveys = useStoredSurveys();
  const id = useId();
  return (
    <>
      <div role="alert">
        <EmptyState
          title={t('post.create.notStored')}
          action={
            <Button size="md" variant="default" onClick={onRetry}>
              {t('action.retry')}
            </Button>
          }
        >
          {t('post.create.notStoredText')}
        </EmptyState>
      </div>
      {!isEmbedded && surveys.length > 0 && (
        <section aria-labelledby={id}>
          <h2 id={id} className={classes['storedTitle']}>
            {t('post.create.storedForms')}
          </h2>
          <SurveyList
            surveys={surveys}
            renderChoice={(survey, content, className) => (
              <Link
                to="/posts/create/$surveyId"
                params={{ surveyId: String(survey.id) }}
                className={className}
              >
                {content}
              </Link>
            )}
            renderNote={(survey) => <UnsentDraftBadge surveyId={survey.id} />}
          />
        </section>
      )}
    </>
  );
}
