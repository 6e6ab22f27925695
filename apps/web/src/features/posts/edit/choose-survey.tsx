import { useTranslation } from 'react-i18next';
import { SurveyChoices } from '../../../blocks/report/survey-choices.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import { usePostLinkState } from '../use-post-link-state.ts';

interface Props {
  postId: number;
  onChoose: (surveyId: number) => void;
}

/** Choice of a survey for a post that came without one, for example by SMS. */
export function ChooseSurvey({ postId, onChoose }: Props) {
  const { t } = useTranslation();
  const state = usePostLinkState();
  const cancel = (
    <ButtonLink
      to="/posts/$postId"
      params={{ postId: String(postId) }}
      state={state}
      variant="default"
      size="md"
    >
      {t('action.cancel')}
    </ButtonLink>
  );
  return (
    <Panel header={<ScreenTitle title={t('post.edit.chooseSurvey')} />} footer={cancel}>
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
