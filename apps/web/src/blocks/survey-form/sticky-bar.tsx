/** The main action of a form, always in reach, and whether the answers are safe on this device. */
import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sticky-bar.module.css';
import type { DraftState } from './use-draft.ts';

interface Props {
  action: string;
  isBusy: boolean;
  /** What goes on while busy, with numbers where there are some. */
  progress?: string | undefined;
  onCancel?: () => void;
  draft?: DraftState;
  children?: ReactNode;
}

export function StickyBar({ action, isBusy, progress, onCancel, draft = 'empty', children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['bar']}>
      <output className={classes['state']}>
        {progress ??
          (draft !== 'empty' && (
            <>
              {draft !== 'off' && <IconDeviceFloppy size={18} stroke={1.75} aria-hidden />}
              {t(`surveyForm.draft.${draft}`)}
            </>
          ))}
      </output>
      {children}
      {onCancel && (
        <Button variant="default" size="md" onClick={onCancel}>
          {t('surveyForm.cancel')}
        </Button>
      )}
      <Button type="submit" size="md" loading={isBusy}>
        {action}
      </Button>
    </div>
  );
}
