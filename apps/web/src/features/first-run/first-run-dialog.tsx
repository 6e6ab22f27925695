import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { CustomiseStep } from './customise-step.tsx';
import { FirstPostStep } from './first-post-step.tsx';

export type FirstRunStep = 'customise' | 'first-post';

interface FirstRunDialogProps {
  step: FirstRunStep;
  /** Called when the first settings were saved or skipped. */
  onCustomised: () => void;
  onDone: () => void;
}

/** Set-up of a new deployment: name and logo, then the first content (spec 1 §2, §4). */
export default function FirstRunDialog({ step, onCustomised, onDone }: FirstRunDialogProps) {
  const { t } = useTranslation();
  return step === 'customise' ? (
    <FormDialog title={t('firstRun.title')} size="md">
      <CustomiseStep onDone={onCustomised} />
    </FormDialog>
  ) : (
    <FormDialog title={t('firstRun.firstPost.title')} size="md" onClose={onDone}>
      <FirstPostStep onDone={onDone} />
    </FormDialog>
  );
}
