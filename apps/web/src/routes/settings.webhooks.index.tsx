import { createFileRoute } from '@tanstack/react-router';
import { WebhooksPage } from '../features/webhooks/webhooks-page.tsx';
import { readPageSearch } from './-page-search.ts';

export const Route = createFileRoute('/settings/webhooks/')({
  validateSearch: readPageSearch,
  component: WebhooksPage,
});
