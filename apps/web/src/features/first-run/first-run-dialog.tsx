import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { CustomiseStep } from './customise-step.tsx';
import { FirstPostStep } from './first-post-step.tsx';

export type FirstRunStep = 'customise' | 'first-post';

interface FirstRunDialogProps {
  step: FirstRunStep;
  /** The first settings are made, or skipped for good. */
  onCustomised: () => void;
  onDone: () => void;
}

/** A new deployment's first minutes: its name and face, then its first content (spec 1 §2, §4). */
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
