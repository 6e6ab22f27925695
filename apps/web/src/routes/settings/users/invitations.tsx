import { createFileRoute } from '@tanstack/react-router';
import { InvitationsPage } from '../../../features/invitations/invitations-page.tsx';
import { parsePageSearch } from '../../-page-search-params.ts';

export const Route = createFileRoute('/settings/users/invitations')({
  validateSearch: parsePageSearch,
  component: InvitationsPage,
});
