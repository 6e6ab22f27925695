import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../ui/page-message.tsx';

export const Route = createFileRoute('/_map/register')({
  component: NotBuilt,
});
