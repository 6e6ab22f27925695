/** The bar with the buttons of a page's form, which stays visible while the form scrolls, and the form's errors. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProblemList } from '../feedback/problem-list.tsx';
import { usePageBarHeight } from '../layout/use-page-bar-height.ts';
import classes from './save-bar.module.css';

interface Props {
  /** Text of the button. */
  saveLabel: string;
  /** Whether there are changes, and they are valid. */
  canSave: boolean;
  isBusy: boolean;
  /** Shown beside the buttons, such as that there are unsaved changes. */
  statusText?: string | undefined;
  /** Errors that belong to no field. */
  problems?: readonly string[];
  onCancel: () => void;
}

/** Errors, status, and the buttons Cancel and Save. */
export function SaveBar({ saveLabel, canSave, isBusy, statusText, problems, onCancel }: Props) {
  const { t } = useTranslation();
  const bar = usePageBarHeight<HTMLDivElement>();
  return (
    <div ref={bar} className={classes['bar']}>
      <ProblemList problems={problems ?? []} />
      <div className={classes['row']}>
        <output className={classes['state']}>{statusText}</output>
        <Button variant="default" size="md" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" size="md" loading={isBusy} disabled={!canSave}>
          {saveLabel}
        </Button>
      </div>
    </div>
  );
}
