import { Button } from '@mantine/core';
import { IconMailForward, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listUsers } from '@waypost/contract/users/users';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { announce } from '../../ui/feedback/announcer.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { UserFilters } from './user-filters.tsx';
import { UserRows } from './user-rows.tsx';
import { buildUserQuery, getPage, type UserSearch } from './user-search.ts';

/** The list of users, in pages (spec 3 §2, "Users"). Filters and page are in the URL. */
export function UsersPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/settings/users/' });
  const navigate = useNavigate({ from: '/settings/users/' });
  const show = (change: UserSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  const list = useQuery({
    ...buildEndpointQuery(listUsers, { query: buildUserQuery(search) }),
    placeholderData: keepPreviousData,
  });
  const { page, size } = getPage(search);
  const total = list.data?.total_count;
  const last = Math.max(1, Math.ceil((total ?? 0) / size));
  const isBeyond = total !== undefined && !list.isPlaceholderData && page > last;
  // The last rows of the page were deleted, or the URL names a page that does not exist.
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
      isWide
      lead={total !== undefined && t('user.list.total', { count: total })}
      actions={
        <>
          <ButtonLink
            to="/settings/users/invitations"
            size="md"
            leftSection={<Icon icon={IconMailForward} size={18} />}
          >
            {t('invitation.title')}
          </ButtonLink>
          <ButtonLink
            to="/settings/users/create"
            size="md"
            variant="default"
            leftSection={<Icon icon={IconUserPlus} size={18} />}
          >
            {t('user.list.add')}
          </ButtonLink>
        </>
      }
    >
      <UserFilters filters={search} onChange={show} />
      {list.isPending && <ListSkeleton rows={8} height={64} />}
      {list.isError && !list.data && (
        <ErrorState messages={formatErrorMessages(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.data && list.data.results.length > 0 && (
        <UserRows
          // The selection ends with the page.
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
            <Button variant="default" size="md" onClick={() => show({ q: undefined, role: undefined })}>
              {t('user.list.noMatch.clear')}
            </Button>
          }
        >
          {t('user.list.noMatch.text')}
        </EmptyState>
      )}
      <Pagination page={page} total={total ?? 0} pageSize={size} />
    </SettingsPage>
  );
}
