import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '../features/outbox/outbox-page.tsx';

export const Route = createFileRoute('/settings/outbox')({
  validateSearch: (raw: Record<string, unknown>): { page?: number | undefined } => {
    const page = Number(raw['page']);
    return Number.isInteger(page) && page > 1 && page < 1e6 ? { page } : {};
  },
  component: OutboxPage,
});
