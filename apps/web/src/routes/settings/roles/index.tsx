import { createFileRoute } from '@tanstack/react-router';
import { RolesPage } from '../../../features/roles/roles-page.tsx';

export const Route = createFileRoute('/settings/roles/')({
  component: RolesPage,
});
