import { createFileRoute } from '@tanstack/react-router';
import { DataSourcesPage } from '../../features/data-sources/data-sources-page.tsx';

export const Route = createFileRoute('/settings/datasources')({
  component: DataSourcesPage,
});
