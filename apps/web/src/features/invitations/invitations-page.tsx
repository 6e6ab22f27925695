/** Invitations to the team: a form, and what became of those that were sent. */
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type Invitation, listInvitations, revokeInvitation } from '@waypost/contract/users/invitations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { InviteForm } from '../../blocks/invitations/invite-form.tsx';
import { getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import rows from '../../ui/display/row-list.module.css';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import classes from './invitations-page.module.css';

const pageSize = 25;

/** The page. */
export function InvitationsPage() {
  const { t } = useTranslation();
  const { data, isFetchedAfterMount } = useInvitations();
  return (
    <SettingsPage title={t('invitation.title')} lead={t('invitation.lead')}>
      <FormSection title={t('invitation.new')}>
        {isFetchedAfterMount ? (
          <InviteForm defaultWay={data?.mail_ready === false ? 'link' : 'mail'} />
        ) : (
          <ListSkeleton rows={2} height={72} />
        )}
      </FormSection>
      <FormSection title={t('invitation.list.title')}>
        <InvitationList />
      </FormSection>
    </SettingsPage>
  );
}

/** The page of the list that the address names. */
function useInvitations() {
  const { page = 1 } = useSearch({ from: '/settings/users/invitations' });
  const query = { limit: pageSize, offset: (page - 1) * pageSize };
  const list = useQuery({
    ...buildEndpointQuery(listInvitations, { query }),
    placeholderData: keepPreviousData,
    // They are accepted elsewhere.
    staleTime: 0,
  });
  return { ...list, page };
}

function InvitationList() {
  const { t } = useTranslation();
  const { data, error, refetch, page } = useInvitations();
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const revoke = useCall(revokeInvitation, {
    onSuccess() {
      notify('success', t('invitation.revoke.done'));
      setRevoking(null);
    },
  });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} height={64} />;
  if (data.total_count === 0)
    return <EmptyState title={t('invitation.list.none.title')}>{t('invitation.list.none.text')}</EmptyState>;
  return (
    <>
      <ul className={rows['list']} aria-label={t('invitation.list.title')}>
        {data.results.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onRevoke={() => setRevoking(invitation)}
          />
        ))}
      </ul>
      <Pagination page={page} total={data.total_count} pageSize={pageSize} />
      {revoking && (
        <ConfirmDialog
          title={t('invitation.revoke.question')}
          confirmLabel={t('invitation.revoke.action')}
          onConfirm={() => revoke.mutateAsync({ params: { id: revoking.id } })}
          formatErrors={formatErrorMessages}
          onClose={() => setRevoking(null)}
        >
          {t('invitation.revoke.text')}
        </ConfirmDialog>
      )}
    </>
  );
}

/** keys: invitation.state.* */
function InvitationRow({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { t } = useTranslation();
  const role = useRoles().data?.results.find((it) => it.name === invitation.role);
  const { email, state, uses, max_uses: maxUses } = invitation;
  return (
    <li className={rows['row']}>
      <span className={rows['text']}>
        <strong>{email === null ? t('invitation.byLink') : <bdi>{email}</bdi>}</strong>
        <span className={rows['detail']}>
          <bdi>{role ? getRoleDisplayName(role, t) : invitation.role}</bdi>
          {email === null && ` · ${t('invitation.used', { uses, max: maxUses })}`}
          {' · '}
          {t(state === 'open' ? 'invitation.expires' : 'invitation.created')}{' '}
          <RelativeTime date={state === 'open' ? invitation.expires : invitation.created} />
          {invitation.user_name && (
            <>
              {' · '}
              <bdi>{invitation.user_name}</bdi>
            </>
          )}
        </span>
      </span>
      <span className={classes['state']} data-state={state}>
        {t(`invitation.state.${state}`)}
      </span>
      {invitation.allowed_privileges.includes('delete') && (
        <Button
          variant="outline"
          color="red"
          aria-label={t('invitation.revoke.named', { name: email ?? t('invitation.byLink') })}
          onClick={onRevoke}
        >
          {t('invitation.revoke.action')}
        </Button>
      )}
    </li>
  );
}
