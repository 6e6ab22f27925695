import { createFileRoute } from '@tanstack/react-router';
import { NewWebhookPage } from '../../../features/webhooks/webhook-page.tsx';

export const Route = createFileRoute('/settings/webhooks/create')({
  component: NewWebhookPage,
});
