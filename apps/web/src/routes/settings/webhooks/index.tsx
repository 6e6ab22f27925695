import { createFileRoute } from '@tanstack/react-router';
import { WebhooksPage } from '../../../features/webhooks/webhooks-page.tsx';
import { parsePageSearch } from '../../-page-search-params.ts';

export const Route = createFileRoute('/settings/webhooks/')({
  validateSearch: parsePageSearch,
  component: WebhooksPage,
});
