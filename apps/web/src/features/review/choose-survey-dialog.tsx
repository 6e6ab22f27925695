/** Choice of the survey for a report that came without one, for example by SMS. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { SurveyChoices } from '../../blocks/report/survey-choices.tsx';
import { useOpenSurveys } from '../../blocks/report/use-open-surveys.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { ModalWindow } from '../../ui/dialog/modal-window.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';

interface Props {
  /** The survey that is suggested for the report: it has the focus at first, otherwise the first of the list. */
  suggestedId: number | undefined;
  /** Saves the survey. @returns why that was refused */
  onChoose: (surveyId: number) => Promise<readonly string[]>;
  /** Called after one was saved and the dialog is closed. */
  onChosen: () => void;
  onClose: () => void;
}

/** The open surveys. Closes when one was saved. */
export default function ChooseSurveyDialog({ suggestedId, onChoose, onChosen, onClose }: Props) {
  const { t } = useTranslation();
  const { surveys = [] } = useOpenSurveys();
  const focusedId = (surveys.find(({ id }) => id === suggestedId) ?? surveys[0])?.id;
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { mutate: choose, isPending } = useAsyncAction<number, void>(
    async (surveyId) => {
      setProblems([]);
      const reasons = await onChoose(surveyId);
      if (reasons.length > 0) {
        setProblems(reasons);
        return;
      }
      onClose();
      onChosen();
    },
    { onError: (error) => setProblems(formatErrorMessages(error)) },
  );
  return (
    <ModalWindow title={t('post.edit.chooseSurvey')} onClose={onClose} size="md">
      <ProblemList problems={problems} />
      <SurveyChoices
        renderChoice={(survey, shown, className) => (
          <button
            type="button"
            ref={survey.id === focusedId ? focusOnMount : undefined}
            data-autofocus={survey.id === focusedId || undefined}
            className={className}
            disabled={isPending}
            onClick={() => choose(survey.id)}
          >
            {shown}
          </button>
        )}
      />
    </ModalWindow>
  );
}
