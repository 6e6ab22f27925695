import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../ui/page-message.tsx';

export const Route = createFileRoute('/settings/outbox')({
  component: NotBuilt,
});
