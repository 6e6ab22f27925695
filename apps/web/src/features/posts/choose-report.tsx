/** What do you want to report? Straight on when there is one survey only. */
import { Link, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useOpenSurveys } from '../../blocks/report/open-surveys.ts';
import { SurveyChoices } from '../../blocks/report/survey-choices.tsx';
import { Unsent } from '../../blocks/survey-form/unsent.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';

export function ChooseReport() {
  const { t } = useTranslation();
  const { surveys } = useOpenSurveys();
  const only = surveys?.length === 1 ? surveys[0] : undefined;
  if (only) return <Navigate to="/posts/create/$surveyId" params={{ surveyId: String(only.id) }} replace />;
  return (
    <Panel head={<ScreenTitle title={t('report.choose')} />}>
      <SurveyChoices
        render={(survey, shown, className) => (
          <Link to="/posts/create/$surveyId" params={{ surveyId: String(survey.id) }} className={className}>
            {shown}
          </Link>
        )}
        renderNote={(survey) => <Unsent surveyId={survey.id} />}
      />
    </Panel>
  );
}
