import { createFileRoute } from '@tanstack/react-router';
import { parseUserSearch, type UserSearch } from '../../../features/users/user-search.ts';
import { UsersPage } from '../../../features/users/users-page.tsx';

export const Route = createFileRoute('/settings/users/')({
  validateSearch: (raw: Record<string, unknown>): UserSearch => parseUserSearch(raw),
  component: UsersPage,
});
