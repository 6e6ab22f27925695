import '../../../ui/i18n/about-labels.ts';
import { Link, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SurveyChoices } from '../../../blocks/report/survey-choices.tsx';
import { useOpenSurveys } from '../../../blocks/report/use-open-surveys.ts';
import { UnsentDraftBadge } from '../../../blocks/survey-form/drafts/unsent-draft-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import classes from '../form/report-form.module.css';

/** Choice of the survey for a new report. With only one survey it redirects to its form. */
export function ChooseReport() {
  const { t } = useTranslation();
  const { surveys } = useOpenSurveys();
  const onlySurvey = surveys?.length === 1 ? surveys[0] : undefined;
  if (onlySurvey)
    return <Navigate to="/posts/create/$surveyId" params={{ surveyId: String(onlySurvey.id) }} replace />;
  return (
    <Panel header={<ScreenTitle title={t('report.choose')} />}>
      <SurveyChoices
        renderChoice={(survey, content, className) => (
          <Link to="/posts/create/$surveyId" params={{ surveyId: String(survey.id) }} className={className}>
            {content}
          </Link>
        )}
        renderNote={(survey) => <UnsentDraftBadge surveyId={survey.id} />}
      />
      <p className={classes['receiptLink']}>
        <TextLink to="/receipt">{t('about.receipt')}</TextLink>
      </p>
    </Panel>
  );
}
