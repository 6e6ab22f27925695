/** The bar with the submit button of a form, always visible, and the state of the draft on this device. */
import { Button, Loader } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import type { DraftState } from './drafts/use-draft.ts';
import classes from './submit-bar.module.css';

interface Props {
  submitLabel: string;
  /** Text of the button while the form is being submitted. */
  busyLabel: string;
  isBusy: boolean;
  /** Progress message while busy. */
  progress?: string | undefined;
  onCancel?: () => void;
  draftState?: DraftState;
  children?: ReactNode;
}

/** Shows progress or draft state, and the buttons. */
export function SubmitBar({
  submitLabel,
  busyLabel,
  isBusy,
  progress,
  onCancel,
  draftState = 'empty',
  children,
}: Props) {
  const { t } = useTranslation();
  const account = useAccount();
  return (
    <div className={classes['bar']}>
      <output className={classes['state']}>
        {progress ??
          (draftState !== 'empty' && (
            <>
              {draftState !== 'off' && <IconDeviceFloppy size={18} stroke={1.75} aria-hidden />}
              {t(`surveyForm.draft.${draftState === 'saved' && account ? 'savedUntilLogout' : draftState}`)}
            </>
          ))}
      </output>
      {children}
      {onCancel && (
        <Button variant="default" size="md" onClick={onCancel}>
          {t('surveyForm.cancel')}
        </Button>
      )}
      {/* Not Mantine's loading state, which hides the text. */}
      <Button
        type="submit"
        size="md"
        aria-disabled={isBusy}
        leftSection={isBusy && <Loader size={18} color="currentColor" aria-hidden />}
      >
        {isBusy ? busyLabel : submitLabel}
      </Button>
    </div>
  );
}
