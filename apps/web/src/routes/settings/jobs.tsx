import { createFileRoute } from '@tanstack/react-router';
import { JobsPage } from '../../features/jobs/jobs-page.tsx';
import { parsePageSearch } from '../-page-search-params.ts';

export const Route = createFileRoute('/settings/jobs')({
  validateSearch: parsePageSearch,
  component: JobsPage,
});
