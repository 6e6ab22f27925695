import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '../features/outbox/outbox-page.tsx';
import { readPageSearch } from './-page-search.ts';

export const Route = createFileRoute('/settings/outbox')({
  validateSearch: readPageSearch,
  component: OutboxPage,
});
