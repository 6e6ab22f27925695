import { createFileRoute } from '@tanstack/react-router';
import { type FromSetup, readFromSetup } from '../../blocks/settings/from-setup.ts';
import { GeneralPage } from '../../features/settings/general/general-page.tsx';

export const Route = createFileRoute('/settings/general')({
  /** `open=basemap`: the choice of the map is in sight and has the focus. */
  validateSearch: (raw: Record<string, unknown>): { open?: 'basemap' } & FromSetup => ({
    ...(raw['open'] === 'basemap' ? { open: 'basemap' } : {}),
    ...readFromSetup(raw),
  }),
  component: Screen,
});

function Screen() {
  return <GeneralPage focusedField={Route.useSearch().open} />;
}
