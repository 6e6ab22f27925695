import { createFileRoute } from '@tanstack/react-router';
import { NewRolePage } from '../../../features/roles/role-page.tsx';

export const Route = createFileRoute('/settings/roles/create')({
  component: NewRolePage,
});
