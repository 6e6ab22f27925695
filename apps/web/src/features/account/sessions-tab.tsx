import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import { useQuery } from '@tanstack/react-query';
import { endMySession, endMySessions, listMySessions, type Session } from '@waypost/contract/users/sessions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { forgetSession, useAccount } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { InlineConfirmButton } from '../../ui/dialog/inline-confirm-button.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { hasUnsavedChanges, UnsavedDialog } from '../../ui/form/unsaved-changes-guard.tsx';
import { formatSessionName } from './format-session-name.ts';

/** The sessions of the user; each can be ended, and all of them at once. */
export function SessionsTab({ onLoggedOut }: { onLoggedOut: () => void }) {
  const { t } = useTranslation();
  // The tab is rendered for a moment after the logout; a visitor has no sessions and would get an error.
  const enabled = useAccount() !== null;
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listMySessions, {}),
    enabled,
  });
  /** Whether the dialog about unsaved changes of the screen below is open. */
  const [isUnsavedDialogOpen, setUnsavedDialogOpen] = useState(false);
  const endAll = useCall(endMySessions, {
    onSuccess() {
      onLoggedOut();
      forgetSession();
      notify('success', t('sessions.endedAll'));
    },
    invalidates: [],
  });
  if (error) return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} height={72} />;
  return (
    <Stack>
      <Text c="dimmed">{t('sessions.text')}</Text>
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={t('sessions.list')}>
        {data.results.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
      <ProblemAlert text={endAll.error ? formatErrorMessage(endAll.error) : null} />
      <Group>
        <InlineConfirmButton
          variant="default"
          size="md"
          question={t('sessions.endAllQuestion')}
          confirmLabel={t('sessions.endAll')}
          cancelLabel={t('action.cancel')}
          onConfirm={() => (hasUnsavedChanges() ? setUnsavedDialogOpen(true) : endAll.mutate({}))}
        >
          {t('sessions.endAll')}
        </InlineConfirmButton>
      </Group>
      <UnsavedDialog
        opened={isUnsavedDialogOpen}
        onStay={() => setUnsavedDialogOpen(false)}
        onLeave={() => {
          setUnsavedDialogOpen(false);
          endAll.mutate({});
        }}
      />
    </Stack>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation();
  const end = useCall(endMySession, {
    onSuccess: () => notify('success', t('sessions.ended')),
    invalidates: [buildEndpointKey(listMySessions)],
  });
  return (
    <Paper component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Text fw={550}>{formatSessionName(t, session)}</Text>
            {session.current && <Badge variant="light">{t('sessions.here')}</Badge>}
          </Group>
          {session.current ? (
            <Text size="sm">{t('sessions.now')}</Text>
          ) : (
            session.seen && (
              <Text size="sm">
                {t('sessions.seen')} <RelativeTime date={session.seen} />
              </Text>
            )
          )}
          <Text size="sm" c="dimmed">
            {t('sessions.since')} <RelativeTime date={session.created} />
          </Text>
          {session.time_zone && (
            <Text size="sm" c="dimmed">
              {t('sessions.timeZone')} <bdi>{session.time_zone.replaceAll('_', ' ')}</bdi>
            </Text>
          )}
          {end.error && <ProblemAlert text={formatErrorMessage(end.error)} />}
        </div>
        {!session.current && (
          <Button
            variant="default"
            size="sm"
            flex="none"
            loading={end.isPending}
            onClick={() => end.mutate({ params: { id: session.id } })}
          >
            {t('sessions.end')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
