import { createFileRoute } from '@tanstack/react-router';
import { NewUserPage } from '../../../features/users/user-page.tsx';

export const Route = createFileRoute('/settings/users/create')({
  component: NewUserPage,
});
