import { createFileRoute } from '@tanstack/react-router';
import { JobsPage } from '../features/jobs/jobs-page.tsx';
import { readPageSearch } from './-page-search.ts';

export const Route = createFileRoute('/settings/jobs')({
  validateSearch: readPageSearch,
  component: JobsPage,
});
