import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '../../features/mail/outbox-page.tsx';
import { parsePageSearch } from '../-page-search-params.ts';

export const Route = createFileRoute('/settings/outbox')({
  validateSearch: parsePageSearch,
  component: OutboxPage,
});
