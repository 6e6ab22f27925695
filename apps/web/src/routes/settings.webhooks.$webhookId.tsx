import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../ui/page-message.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/settings/webhooks/$webhookId')({
  beforeLoad: checkId((params: { webhookId: string }) => params.webhookId),
  component: NotBuilt,
});
