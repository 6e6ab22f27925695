import { createFileRoute } from '@tanstack/react-router';
import { WebhooksPage } from '../features/webhooks/webhooks-page.tsx';

export const Route = createFileRoute('/settings/webhooks/')({
  validateSearch: (raw: Record<string, unknown>): { page?: number | undefined } => {
    const page = Number(raw['page']);
    return Number.isInteger(page) && page > 1 && page < 1e6 ? { page } : {};
  },
  component: WebhooksPage,
});
