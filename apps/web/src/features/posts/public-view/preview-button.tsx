import '../../../blocks/survey-form/public-view-labels.ts';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Answers } from '../../../blocks/survey-form/answers/form-answers.ts';
import { useLazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import type { FullSurvey } from '../use-full-survey.ts';

const loadPreviewDialog = () => import('./preview-dialog.tsx');

interface Props {
  survey: FullSurvey;
  answers: Answers;
  isPublishingRefused: boolean;
}

/** Opens what the public will see of a report that is being written. */
export function PreviewButton(props: Props) {
  const { t } = useTranslation();
  const preview = useLazyDialog(loadPreviewDialog);
  return (
    <div>
      <Button
        variant="default"
        size="md"
        leftSection={<Icon icon={IconEye} size={18} />}
        onClick={() => preview.open(props)}
      >
        {t('publicView.sees.preview')}
      </Button>
      {preview.dialog}
    </div>
  );
}
