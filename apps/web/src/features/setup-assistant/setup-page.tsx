/**
 * The set-up of a deployment as a list of steps. The server says which are done, by the state of the deployment; each can be
 * skipped, done later, and opened again.
 * keys: setup.step.*
 */
import { Alert, Button } from '@mantine/core';
import {
  IconChevronDown,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconInfoCircle,
} from '@tabler/icons-react';
import { saveConfig } from '@waypost/contract/settings/settings';
import {
  type ConfirmableStep,
  confirmableSteps,
  readSetup,
  type Setup,
  type SetupChangeInput,
  type SetupStep,
  type SetupStepName,
  updateSetup,
} from '@waypost/contract/setup-assistant/setup-assistant';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshConfig, useConfig } from '../../api/config.ts';
import { notifyError } from '../../api/notify-error.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { SetupProgressBar } from '../../blocks/setup-assistant/setup-progress.tsx';
import { useSetup } from '../../blocks/setup-assistant/use-setup.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from './setup-page.module.css';
import { SetupStepBody } from './setup-step-body.tsx';

const icons = { done: IconCircleCheckFilled, open: IconCircle, skipped: IconCircleDashed };

/** The first visit is over once this page was opened: the start page shows the map from then on. */
function useFirstLoginEnd(setup: Setup | undefined): void {
  const isFirst = useConfig().site.first_login;
  const { mutate } = useCall(saveConfig, { onSuccess: () => refreshConfig(), invalidates: [] });
  const mayEnd = isFirst && setup?.allowed_privileges.includes('update') === true;
  useEffect(() => {
    if (mayEnd) mutate({ params: { group: 'site' }, body: { first_login: false } });
    // Once: the function changes with each render.
  }, [mayEnd]);
}

/** The page. */
export function SetupPage() {
  const { t } = useTranslation();
  const query = useSetup({ isWatched: true });
  useFirstLoginEnd(query.data);
  const missing = { title: t('setup.missing'), text: '' };
  return (
    <SettingsPage lead={t('setup.lead')}>
      <QueryBoundary query={query} notFound={missing}>
        {(setup) => <SetupSteps setup={setup} />}
      </QueryBoundary>
    </SettingsPage>
  );
}

/** Changes what is skipped, confirmed and put away. */
function useSetupChange() {
  const { t } = useTranslation();
  const update = useCall(updateSetup, { onError: notifyError, invalidates: [buildEndpointKey(readSetup)] });
  return {
    isPending: update.isPending,
    change: (body: SetupChangeInput) => update.mutateAsync({ body }),
    /** Puts the list away, with a way back. */
    async dismiss(): Promise<void> {
      await update.mutateAsync({ body: { dismissed: true } });
      notify('success', t('setup.dismissed.done'), {
        label: t('action.undo'),
        onClick: () => update.mutate({ body: { dismissed: false } }),
      });
    },
  };
}

function SetupSteps({ setup }: { setup: Setup }) {
  const { t } = useTranslation();
  const { steps } = setup;
  const { change, dismiss, isPending } = useSetupChange();
  /** Undefined: the first step that is to be done; null: none. */
  const [chosen, setChosen] = useState<SetupStepName | null | undefined>();
  const next = steps.find(
    ({ state, allowed_privileges }) => state === 'open' && allowed_privileges.includes('update'),
  );
  const opened = chosen === undefined ? next?.id : chosen;
  const skipped = steps.flatMap(({ id, state }) => (state === 'skipped' ? [id] : []));
  const confirmed: ConfirmableStep[] = confirmableSteps.filter((name) =>
    steps.some((step) => step.id === name && step.confirmed),
  );
  const isOver = next === undefined;
  return (
    <>
      {setup.dismissed && (
        <Alert variant="light" icon={<Icon icon={IconInfoCircle} />}>
          {t('setup.dismissed.text')}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void change({ dismissed: false })}>
            {t('setup.dismissed.back')}
          </Button>
        </Alert>
      )}
      {isOver && (
        <Alert color="green" variant="light" icon={<Icon icon={IconCircleCheckFilled} />}>
          {t('setup.over')}
        </Alert>
      )}
      <SetupProgressBar steps={steps} />
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <SetupStepCard
            key={step.id}
            step={step}
            isOpen={opened === step.id}
            onToggle={() => setChosen(opened === step.id ? null : step.id)}
            onDone={() => setChosen(undefined)}
            isBusy={isPending}
            onSkip={(isSkipped) => {
              setChosen(undefined);
              void change({
                skipped: isSkipped ? [...skipped, step.id] : skipped.filter((id) => id !== step.id),
              });
            }}
            onConfirm={async (isConfirmed) => {
              const others = confirmed.filter((id) => id !== step.id);
              const own = isConfirmed ? confirmableSteps.filter((id) => id === step.id) : [];
              await change({ confirmed: [...others, ...own] });
              if (isConfirmed) setChosen(undefined);
            }}
          />
        ))}
      </ol>
      {!setup.dismissed && (
        <div className={classes['footer']}>
          <Button variant="subtle" color="gray" size="md" loading={isPending} onClick={() => void dismiss()}>
            {t(isOver ? 'setup.dismissed.close' : 'setup.dismissed.action')}
          </Button>
        </div>
      )}
    </>
  );
}

interface StepCardProps {
  step: SetupStep;
  isOpen: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onDone: () => void;
  onSkip: (isSkipped: boolean) => void;
  onConfirm: (isConfirmed: boolean) => Promise<void>;
}

/** One step: its heading with the state, and what to do. */
function SetupStepCard({ step, isOpen, isBusy, onToggle, onDone, onSkip, onConfirm }: StepCardProps) {
  const { t } = useTranslation();
  const bodyId = useId();
  const { id, state } = step;
  const canUpdate = step.allowed_privileges.includes('update');
  return (
    <li className={classes['step']} data-state={state} data-open={isOpen || undefined}>
      <h2 className={classes['heading']}>
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <Icon icon={icons[state]} size={22} />
          <span className={classes['title']}>{t(`setup.step.${id}.title`)}</span>{' '}
          <span className={classes['state']}>{t(`setup.state.${state}`)}</span>
          <Icon icon={IconChevronDown} size={18} />
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen} className={classes['body']}>
        {isOpen && (
          <>
            <p className={classes['text']}>{t(`setup.step.${id}.text`)}</p>
            {canUpdate ? (
              <SetupStepBody step={step} onDone={onDone} onConfirm={onConfirm} />
            ) : (
              <p>{t('setup.notYours')}</p>
            )}
            {state !== 'done' && (
              <div className={classes['actions']}>
                <Button
                  variant="subtle"
                  color="gray"
                  loading={isBusy}
                  aria-label={t(state === 'skipped' ? 'setup.unskipNamed' : 'setup.skipNamed', {
                    step: t(`setup.step.${id}.title`),
                  })}
                  onClick={() => onSkip(state !== 'skipped')}
                >
                  {t(state === 'skipped' ? 'setup.unskip' : 'setup.skip')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </li>
  );
}
