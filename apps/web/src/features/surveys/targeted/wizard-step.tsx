/** Common layout of the wizard's steps: heading, warnings, back and next buttons. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './targeted.module.css';

/** Handlers of the back and next buttons. */
export interface StepNavigation {
  onNext: () => void;
  /** Absent in the first step. */
  onBack?: () => void;
}

interface Props {
  title: string;
  description?: string | undefined;
  /** Shown when the step is incomplete. */
  warnings: readonly string[];
  /** Label of the button; "Continue" by default. */
  action?: string;
  isBusy?: boolean;
  isSubmitDisabled?: boolean;
  onSubmit: () => void;
  onBack?: (() => void) | undefined;
  children: ReactNode;
}

/** Renders a step with its heading, warnings and buttons. */
export function WizardStep(props: Props) {
  const {
    title,
    description,
    warnings,
    action,
    isBusy = false,
    isSubmitDisabled = false,
    onSubmit,
    onBack,
    children,
  } = props;
  const { t } = useTranslation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form noValidate className={classes['step']} aria-label={title} onSubmit={submit}>
      <h2 tabIndex={-1} className={classes['title']}>
        {title}
      </h2>
      {description && <p className={classes['text']}>{description}</p>}
      {children}
      {warnings.length > 0 && (
        <Alert color="yellow" variant="light" role="alert" icon={<Icon icon={IconAlertTriangle} />}>
          {warnings.map((warning) => (
            <p key={warning} className={classes['warning']}>
              {warning}
            </p>
          ))}
        </Alert>
      )}
      <div className={classes['bar']}>
        {onBack && (
          <Button variant="default" size="md" disabled={isBusy} onClick={onBack}>
            {t('targeted.back')}
          </Button>
        )}
        <Button type="submit" size="md" loading={isBusy} disabled={isSubmitDisabled}>
          {action ?? t('targeted.next')}
        </Button>
      </div>
    </form>
  );
}
