/** Everybody with an account, a page at a time (spec 3 §2, "Users"). The address holds what is shown. */
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listUsers } from '@waypost/contract/users';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { announce } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { UserFilters } from './user-filters.tsx';
import { UserRows } from './user-rows.tsx';
import { pageOf, type UserSearch, userQuery } from './user-search.ts';

export function UsersPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/settings/users/' });
  const navigate = useNavigate({ from: '/settings/users/' });
  const show = (change: UserSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  const list = useQuery({
    ...read(listUsers, { query: userQuery(search) }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const { page, size } = pageOf(search);
  const total = list.data?.total_count;
  const last = Math.max(1, Math.ceil((total ?? 0) / size));
  const isBeyond = total !== undefined && !list.isPlaceholderData && page > last;
  // The last of its rows were deleted, or somebody wrote the address.
  useEffect(() => {
    if (isBeyond)
      void navigate({
        search: (before) => ({ ...before, page: last > 1 ? last : undefined }),
        replace: true,
      });
  }, [isBeyond, last, navigate]);
  useEffect(() => {
    if (total !== undefined && !list.isPlaceholderData) announce(t('user.list.total', { count: total }));
  }, [total, list.isPlaceholderData, t]);

  return (
    <SettingsPage
      lead={total !== undefined && t('user.list.total', { count: total })}
      actions={
        <ButtonLink to="/settings/users/create" size="md" leftSection={<Icon of={IconUserPlus} size={18} />}>
          {t('user.list.add')}
        </ButtonLink>
      }
    >
      <UserFilters search={search} onChange={show} />
      {list.isPending && <LoadingList rows={8} height={64} />}
      {list.isError && !list.data && (
        <ErrorState texts={problemTexts(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.data && list.data.results.length > 0 && (
        <UserRows
          // Another page, another choice.
          key={JSON.stringify(search)}
          users={list.data.results}
          search={search}
          isStale={list.isPlaceholderData}
        />
      )}
      {total === 0 && (
        <EmptyState
          title={t('user.list.noMatch.title')}
          action={
            <Button variant="default" onClick={() => show({ q: undefined, role: undefined })}>
              {t('user.list.noMatch.clear')}
            </Button>
          }
        >
          {t('user.list.noMatch.text')}
        </EmptyState>
      )}
      <Pagination page={page} total={total ?? 0} size={size} />
    </SettingsPage>
  );
}
