import { createFileRoute } from '@tanstack/react-router';
import { type FromSetup, readFromSetup } from '../../blocks/settings/from-setup.ts';
import { DataSourcesPage } from '../../features/data-sources/data-sources-page.tsx';

export const Route = createFileRoute('/settings/datasources')({
  /** The source whose settings are open at first. */
  validateSearch: (raw: Record<string, unknown>): { open?: string } & FromSetup => ({
    ...(typeof raw['open'] === 'string' ? { open: raw['open'] } : {}),
    ...readFromSetup(raw),
  }),
  component: Screen,
});

function Screen() {
  return <DataSourcesPage openSource={Route.useSearch().open} />;
}
