/** What to do in each step of the set-up. */
import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { readSetup, type SetupStep } from '@waypost/contract/setup-assistant/setup-assistant';
import { lazy, type ReactElement, Suspense } from 'react';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { MailStep, PhoneStep } from './steps/channel-steps.tsx';
import { NameStep } from './steps/name-step.tsx';
import { PrivacyStep } from './steps/privacy-step.tsx';
import { ShareStep } from './steps/share-step.tsx';
import { SurveyStep } from './steps/survey-step.tsx';
import { TeamStep } from './steps/team-step.tsx';

// They load the map.
const AreaStep = lazy(() => import('./steps/area-step.tsx'));
const MapStep = lazy(() => import('./steps/map/map-step.tsx'));

interface Props {
  step: SetupStep;
  /** Opens the next step. */
  onDone: () => void;
  /** Opens this step again. */
  onReopen: () => void;
  onConfirm: (isConfirmed: boolean) => Promise<void>;
}

/** The form or the links of a step. */
export function SetupStepBody({ step, onDone, onReopen, onConfirm }: Props): ReactElement {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: buildEndpointKey(readSetup) });
  const openNext = async () => {
    await refresh();
    onDone();
  };
  const returnHere = async () => {
    await refresh();
    onReopen();
  };
  const saving = { onSaved: openNext, onUndone: returnHere };
  switch (step.id) {
    case 'name':
      return <NameStep {...saving} />;
    case 'area':
      return (
        <Suspense fallback={<Skeleton height={380} />}>
          <AreaStep {...saving} />
        </Suspense>
      );
    case 'survey':
      return <SurveyStep isConfirmed={step.confirmed} isDone={step.state === 'done'} onConfirm={onConfirm} />;
    case 'team':
      return <TeamStep onInvited={() => void refresh()} />;
    case 'mail':
      return <MailStep />;
    case 'phone':
      return <PhoneStep />;
    case 'map':
      return (
        <Suspense fallback={<Skeleton height={380} />}>
          <MapStep
            isDone={step.state === 'done'}
            onReady={() => void refresh()}
            onContinue={() => void openNext()}
          />
        </Suspense>
      );
    case 'privacy':
      return <PrivacyStep isConfirmed={step.confirmed} onConfirm={onConfirm} {...saving} />;
    default:
      step.id satisfies 'share';
      return <ShareStep hasReport={step.state === 'done'} />;
  }
}
