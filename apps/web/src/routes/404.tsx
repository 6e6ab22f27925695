import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../ui/layout/page-message.tsx';

export const Route = createFileRoute('/404')({
  component: NotFound,
});
