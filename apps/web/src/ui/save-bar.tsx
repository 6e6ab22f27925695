/** The main action of a page's form, in reach while the form scrolls, and what went wrong with it. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import classes from './save-bar.module.css';

interface Props {
  /** What the button says. */
  action: string;
  /** Whether there is anything to save, and it is right. */
  canSave: boolean;
  isBusy: boolean;
  /** Said beside the buttons: that there is something unsaved, for instance. */
  state?: string | undefined;
  /** Messages that belong to no field. */
  problems?: readonly string[];
  onCancel: () => void;
}

export function SaveBar({ action, canSave, isBusy, state, problems, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['bar']}>
      {problems !== undefined && problems.length > 0 && (
        <Alert color="red" variant="light" role="alert" icon={<Icon of={IconAlertTriangle} />}>
          {problems.map((text) => (
            <p key={text} className={classes['problem']}>
              {text}
            </p>
          ))}
        </Alert>
      )}
      <div className={classes['line']}>
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
