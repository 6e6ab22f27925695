import { createFileRoute } from '@tanstack/react-router';
import { ApiPage } from '../../features/api-docs/api-page.tsx';

export const Route = createFileRoute('/settings/api')({
  component: ApiPage,
});
