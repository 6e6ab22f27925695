import { useTranslation } from 'react-i18next';
import { SurveyChoices } from '../../../blocks/report/survey-choices.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';

/** Choice of a survey for a post that came without one, for example by SMS. */
export function ChooseSurvey({ onChoose }: { onChoose: (surveyId: number) => void }) {
  const { t } = useTranslation();
  return (
    <Panel header={<ScreenTitle title={t('post.edit.chooseSurvey')} />}>
      <SurveyChoices
        renderChoice={(survey, content, className) => (
          <button type="button" className={className} onClick={() => onChoose(survey.id)}>
            {content}
          </button>
        )}
      />
    </Panel>
  );
}
