import { createFileRoute } from '@tanstack/react-router';
import { readUserSearch, type UserSearch } from '../features/users/user-search.ts';
import { UsersPage } from '../features/users/users-page.tsx';

export const Route = createFileRoute('/settings/users/')({
  validateSearch: (raw: Record<string, unknown>): UserSearch => readUserSearch(raw),
  component: UsersPage,
});
