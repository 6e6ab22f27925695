import { createFileRoute } from '@tanstack/react-router';
import { WebhookPage } from '../../../features/webhooks/webhook-page.tsx';
import { checkId } from '../../-id-param.ts';

export const Route = createFileRoute('/settings/webhooks/$webhookId')({
  beforeLoad: checkId((params: { webhookId: string }) => params.webhookId),
  component: Screen,
});

function Screen() {
  const { webhookId } = Route.useParams();
  return <WebhookPage key={webhookId} id={Number(webhookId)} />;
}
