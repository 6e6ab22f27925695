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
  updateSetup,
} from '@waypost/contract/setup-assistant/setup-assistant';
import type { SetupStepName } from '@waypost/contract/setup-assistant/setup-steps';
import { useEffect, useEffectEvent, useId, useState } from 'react';
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
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from './setup-page.module.css';
import { SetupStepBody } from './setup-step-body.tsx';
import { useFocusInView } from './use-focus-in-view.ts';

const icons = { done: IconCircleCheckFilled, open: IconCircle, skipped: IconCircleDashed };

/** The first visit is over once this page was opened: the start page shows the map from then on. */
function useFirstLoginEnd(setup: Setup | undefined): void {
  const isFirst = useConfig().site.first_login;
  const { mutate } = useCall(saveConfig, { onSuccess: () => refreshConfig(), invalidates: [] });
  const mayEnd = isFirst && setup?.allowed_privileges.includes('update') === true;
  const end = useEffectEvent(() => mutate({ params: { group: 'site' }, body: { first_login: false } }));
  useEffect(() => {
    if (mayEnd) end();
  }, [mayEnd]);
}

/** The page. @param after a step that was just done elsewhere: the next one is open */
export function SetupPage({ after }: { after?: SetupStepName | undefined }) {
  const { t } = useTranslation();
  const query = useSetup({ isWatched: true });
  useFirstLoginEnd(query.data);
  const missing = { title: t('setup.missing'), text: '' };
  return (
    <SettingsPage lead={t('setup.lead')}>
      <QueryBoundary query={query} notFound={missing}>
        {(setup) =>
          // Which step is open is decided once: not by what was cached before a step was done on another page.
          query.isFetchedAfterMount ? (
            <SetupSteps setup={setup} after={after} />
          ) : (
            <ListSkeleton rows={setup.steps.length} height={56} />
          )
        }
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
    dismiss: async () => {
      await update.mutateAsync({ body: { dismissed: true } });
      notify('success', t('setup.dismissed.done'), {
        label: t('action.undo'),
        onClick: () => update.mutate({ body: { dismissed: false } }),
      });
    },
  };
}

/** The next step that is to be done after one, else the first of all; null when there is none. */
function findNextStep(steps: readonly SetupStep[], after?: SetupStepName): SetupStepName | null {
  const position = steps.findIndex(({ id }) => id === after) + 1;
  const inOrder = [...steps.slice(position), ...steps.slice(0, position)];
  const next = inOrder.find(
    ({ id, state, allowed_privileges }) =>
      id !== after && state === 'open' && allowed_privileges.includes('update'),
  );
  return next?.id ?? null;
}

interface StepsProps {
  setup: Setup;
  after: SetupStepName | undefined;
}

function SetupSteps({ setup, after }: StepsProps) {
  const { t } = useTranslation();
  const { steps } = setup;
  const { change, dismiss, isPending } = useSetupChange();
  // An open step stays open when it is done meanwhile: what it shows may be needed still.
  const [opened, setOpened] = useState(() => findNextStep(steps, after));
  // The page begins with its top in sight, unless somebody comes back to it: their next step may be below the fold.
  const [isMoved, setMoved] = useState(after !== undefined || (opened !== null && opened !== steps[0]?.id));
  const open = (id: SetupStepName | null) => {
    setOpened(id);
    setMoved(true);
  };
  const skipped = steps.flatMap(({ id, state }) => (state === 'skipped' ? [id] : []));
  const confirmed: ConfirmableStep[] = confirmableSteps.filter((name) =>
    steps.some((step) => step.id === name && step.confirmed),
  );
  const isOver = findNextStep(steps) === null;
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
            takesFocus={isMoved && opened === step.id}
            onToggle={() => open(opened === step.id ? null : step.id)}
            onDone={() => open(findNextStep(steps, step.id))}
            onReopen={() => open(step.id)}
            isBusy={isPending}
            onSkip={(isSkipped) => {
              open(isSkipped ? findNextStep(steps, step.id) : step.id);
              void change({
                skipped: isSkipped ? [...skipped, step.id] : skipped.filter((id) => id !== step.id),
              });
            }}
            onConfirm={async (isConfirmed) => {
              const others = confirmed.filter((id) => id !== step.id);
              const own = isConfirmed ? confirmableSteps.filter((id) => id === step.id) : [];
              await change({ confirmed: [...others, ...own] });
              if (isConfirmed) open(findNextStep(steps, step.id));
            }}
          />
        ))}
      </ol>
      {!setup.dismissed && (
        <div className={classes['footer']}>
          <Button
            className={classes['quiet']}
            variant="subtle"
            color="gray"
            size="md"
            loading={isPending}
            onClick={() => void dismiss()}
          >
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
  /** Whether its heading comes into sight and takes the focus. */
  takesFocus: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onDone: () => void;
  onReopen: () => void;
  onSkip: (isSkipped: boolean) => void;
  onConfirm: (isConfirmed: boolean) => Promise<void>;
}

/** One step: its heading with the state, and what to do. */
function SetupStepCard({ step, isOpen, takesFocus, isBusy, onToggle, onSkip, ...bodyProps }: StepCardProps) {
  const { t } = useTranslation();
  const bodyId = useId();
  const { target: toggle, content: body } = useFocusInView<HTMLButtonElement, HTMLDivElement>(takesFocus);
  const { id, state } = step;
  const canUpdate = step.allowed_privileges.includes('update');
  return (
    <li className={classes['step']} data-state={state} data-open={isOpen || undefined}>
      <h2 className={classes['heading']}>
        <button
          type="button"
          ref={toggle}
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
      <div id={bodyId} ref={body} hidden={!isOpen} className={classes['body']}>
        {isOpen && (
          <>
            <p className={classes['text']}>{t(`setup.step.${id}.text`)}</p>
            {canUpdate ? <SetupStepBody step={step} {...bodyProps} /> : <p>{t('setup.notYours')}</p>}
            {state !== 'done' && (
              <div className={classes['actions']}>
                <Button
                  className={classes['quiet']}
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
