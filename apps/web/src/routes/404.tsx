import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../ui/page-message.tsx';

export const Route = createFileRoute('/404')({
  component: NotFound,
});
