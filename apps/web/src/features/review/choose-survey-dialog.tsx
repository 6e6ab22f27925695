/** Choice of the survey for a report that came without one, for example by SMS. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { SurveyChoices } from '../../blocks/report/survey-choices.tsx';
import { ModalWindow } from '../../ui/dialog/modal-window.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';

interface Props {
  /** Saves the survey. @returns why that was refused */
  onChoose: (surveyId: number) => Promise<readonly string[]>;
  onClose: () => void;
}

/** The open surveys. Closes when one was saved. */
export default function ChooseSurveyDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { mutate: choose, isPending } = useAsyncAction<number, void>(
    async (surveyId) => {
      setProblems([]);
      const reasons = await onChoose(surveyId);
      if (reasons.length === 0) onClose();
      else setProblems(reasons);
    },
    { onError: (error) => setProblems(formatErrorMessages(error)) },
  );
  return (
    <ModalWindow title={t('post.edit.chooseSurvey')} onClose={onClose} size="md">
      <ProblemList problems={problems} />
      <SurveyChoices
        renderChoice={(survey, shown, className) => (
          <button type="button" className={className} disabled={isPending} onClick={() => choose(survey.id)}>
            {shown}
          </button>
        )}
      />
    </ModalWindow>
  );
}
