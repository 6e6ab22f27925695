import { Button, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from './dialog-actions.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  title: string;
  label: string;
  hint: string;
  text: string;
  onTextChange: (text: string) => void;
  error?: string | undefined;
  submitLabel: string;
  canSubmit: boolean;
  isBusy?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** What the lines become, and errors of the server. */
  children: ReactNode;
}

/** Dialog with a text area for a pasted list, and below it what its lines become. */
export function PasteListDialog({
  title,
  label,
  hint,
  text,
  onTextChange,
  error,
  submitLabel,
  canSubmit,
  isBusy = false,
  onSubmit,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation();
  return (
    <FormDialog title={title} onClose={onClose} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit) onSubmit();
        }}
      >
        <Textarea
          size="md"
          label={label}
          description={hint}
          data-autofocus
          dir="auto"
          autosize
          minRows={5}
          maxRows={12}
          value={text}
          error={error}
          onChange={(event) => onTextChange(event.currentTarget.value)}
        />
        {children}
        <DialogActions>
          <Button variant="default" size="md" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={!canSubmit}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
