import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './map-tools.module.css';

interface Props {
  label: string;
  action: string;
  isBusy?: boolean;
  isActionDisabled?: boolean;
  onAction: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Bar over the map during an action on it: instructions, confirm and cancel. */
export function MapActionBar({
  label,
  action,
  isBusy = false,
  isActionDisabled = false,
  onAction,
  onCancel,
  children,
}: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['bar']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape cancels */}
      <section
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
      >
        <p className={classes['hint']}>{children}</p>
        <div className={classes['actions']}>
          <Button size="sm" variant="default" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button size="sm" loading={isBusy} disabled={isActionDisabled} onClick={onAction}>
            {action}
          </Button>
        </div>
      </section>
    </div>
  );
}
