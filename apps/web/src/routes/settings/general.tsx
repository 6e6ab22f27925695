import { createFileRoute } from '@tanstack/react-router';
import { GeneralPage } from '../../features/settings/general/general-page.tsx';

export const Route = createFileRoute('/settings/general')({
  /** `open=basemap`: the choice of the map is in sight and has the focus. */
  validateSearch: (raw: Record<string, unknown>): { open?: 'basemap' } =>
    raw['open'] === 'basemap' ? { open: 'basemap' } : {},
  component: Screen,
});

function Screen() {
  return <GeneralPage focusedField={Route.useSearch().open} />;
}
