/** Surveys to post to, as a list to choose from. */
import { type Survey } from '@waypost/contract/surveys';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { withoutMarks } from '../markdown/without-marks.ts';
import { useOpenSurveys } from './open-surveys.ts';
import classes from './survey-choices.module.css';
import { SurveyDot } from './survey-dot.tsx';

interface Props {
  /** The button or link that chooses a survey, around what is shown of it. */
  render: (survey: Survey, shown: ReactNode, className: string) => ReactElement;
  /** Shown under the description. */
  renderNote?: (survey: Survey) => ReactNode;
}

export function SurveyChoices({ render, renderNote }: Props) {
  const { t } = useTranslation();
  const { surveys, error, refetch } = useOpenSurveys();
  if (surveys === undefined)
    return error === null ? (
      <LoadingList rows={3} height={64} />
    ) : (
      <ErrorState texts={problemTexts(error)} onRetry={refetch} />
    );
  if (surveys.length === 0) return <EmptyState title={t('report.none')}>{t('report.noneText')}</EmptyState>;
  return (
    <ul className={classes['choices']}>
      {surveys.map((survey) => (
        <li key={survey.id}>
          {render(
            survey,
            <>
              <span className={classes['name']}>
                <SurveyDot color={survey.color} />
                <span dir="auto">{survey.name}</span>
              </span>
              {survey.description && (
                <span dir="auto" className={classes['about']}>
                  {withoutMarks(survey.description)}
                </span>
              )}
              {renderNote?.(survey)}
            </>,
            classes['choice'] ?? '',
          )}
        </li>
      ))}
    </ul>
  );
}
