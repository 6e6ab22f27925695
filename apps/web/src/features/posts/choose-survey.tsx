/** A post that came without a survey, by SMS for instance: which one does it answer? */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { useOpenSurveys } from '../../blocks/report/open-surveys.ts';
import { Panel } from '../../ui/panel.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import classes from './report-form.module.css';

export function ChooseSurvey({ onChoose }: { onChoose: (surveyId: number) => void }) {
  const { t } = useTranslation();
  const { surveys, error, refetch } = useOpenSurveys();
  return (
    <Panel head={<ScreenTitle title={t('post.edit.chooseSurvey')} />}>
      {error !== null && <ErrorState texts={problemTexts(error)} onRetry={refetch} />}
      {surveys === undefined && error === null && <LoadingList rows={3} height={44} />}
      {surveys?.length === 0 && <EmptyState title={t('report.none')} />}
      <div className={classes['body']}>
        <div className={classes['choices']}>
          {surveys?.map((survey) => (
            <Button
              key={survey.id}
              variant="default"
              size="md"
              justify="flex-start"
              onClick={() => onChoose(survey.id)}
            >
              <span dir="auto">{survey.name}</span>
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  );
}
