/** The main action of a page's form, in reach while the form scrolls, and what went wrong with it. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProblemList } from '../feedback/problem-list.tsx';
import classes from './save-bar.module.css';

interface Props {
  /** What the button says. */
  saveLabel: string;
  /** Whether there is anything to save, and it is right. */
  canSave: boolean;
  isBusy: boolean;
  /** Said beside the buttons: that there is something unsaved, for instance. */
  statusText?: string | undefined;
  /** Messages that belong to no field. */
  problems?: readonly string[];
  onCancel: () => void;
}

export function SaveBar({
  saveLabel: action,
  canSave,
  isBusy,
  statusText: state,
  problems,
  onCancel,
}: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['bar']}>
      <ProblemList problems={problems ?? []} />
      <div className={classes['row']}>
        <output className={classes['state']}>{state}</output>
        <Button variant="default" size="md" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" size="md" loading={isBusy} disabled={!canSave}>
          {action}
        </Button>
      </div>
    </div>
  );
}
