/** Choice of the survey that posts without one get. */
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { SurveyChoices } from '../../../blocks/report/survey-choices.tsx';
import { ModalWindow } from '../../../ui/dialog/modal-window.tsx';
import { ErrorState } from '../../../ui/feedback/screen-states.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';

interface Props {
  /** Starts the change with the id of the survey. */
  onChoose: (surveyId: number) => Promise<void>;
  onClose: () => void;
}

/** The surveys to choose from. */
export default function AssignSurveyDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const { mutate: choose, isPending, error } = useAsyncAction<number, void>(onChoose, { onSuccess: onClose });
  return (
    <ModalWindow title={t('bulkChange.dialog.survey')} onClose={onClose} size="md">
      <Stack gap="md">
        <Text size="sm">{t('bulkChange.dialog.surveyText')}</Text>
        {error && <ErrorState messages={formatErrorMessages(error)} />}
        <SurveyChoices
          renderChoice={(survey, content, className) => (
            <button
              type="button"
              className={className}
              disabled={isPending}
              onClick={() => choose(survey.id)}
            >
              {content}
            </button>
          )}
        />
      </Stack>
    </ModalWindow>
  );
}
