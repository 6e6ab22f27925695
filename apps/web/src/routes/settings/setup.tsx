import { createFileRoute } from '@tanstack/react-router';
import { type SetupStepName, setupSteps } from '@waypost/contract/setup-assistant/setup-steps';
import { SetupPage } from '../../features/setup-assistant/setup-page.tsx';

export const Route = createFileRoute('/settings/setup')({
  /** The step that was just done on another page. */
  validateSearch: (raw: Record<string, unknown>): { after?: SetupStepName } => {
    const after = setupSteps.find((step) => step === raw['after']);
    return after === undefined ? {} : { after };
  },
  component: Screen,
});

function Screen() {
  return <SetupPage after={Route.useSearch().after} />;
}
