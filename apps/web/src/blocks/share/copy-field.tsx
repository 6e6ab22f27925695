/** A read-only text that is selected by a click and copied by a button. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from '../../ui/browser/copy-to-clipboard.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from './share.module.css';

interface Props {
  label: string;
  description?: string;
  text: string;
  /** Code on several lines. */
  isLong?: boolean;
  /** Whether the button has the focus at first: for a text that appears after an action. */
  takesFocus?: boolean;
}

/** The field with its copy button. */
export function CopyField({ label, description, text, isLong = false, takesFocus = false }: Props) {
  const { t } = useTranslation();
  const Field = isLong ? Textarea : TextInput;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const copy = async () => {
    if (await copyToClipboard(text)) notify('success', t('share.copied'));
    else notify('error', t('share.notCopied'));
  };
  return (
    <div className={classes['copyField']}>
      <Field
        size="md"
        label={label}
        description={description}
        readOnly
        dir="ltr"
        classNames={isLong ? { input: classes['code'] ?? '' } : {}}
        {...(isLong ? { autosize: true } : {})}
        value={text}
        onFocus={(event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
          event.currentTarget.select()
        }
      />
      <Button
        ref={button}
        variant="default"
        size="md"
        leftSection={<Icon icon={IconCopy} size={18} />}
        aria-label={t('share.copyNamed', { label })}
        onClick={() => void copy()}
      >
        {t('share.copy')}
      </Button>
    </div>
  );
}
