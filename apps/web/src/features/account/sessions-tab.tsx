import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endMySession, endMySessions, listMySessions, type Session } from '@waypost/contract/sessions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemText, problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { forEndpoint } from '../../api/query-keys.ts';
import { forgetSession, useAccount } from '../../api/session.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { hasUnsavedChanges, UnsavedDialog } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { sessionName } from './session-name.ts';

/** Where somebody is logged in, each place with a way to end it, and one to end them all. */
export function SessionsTab({ onLoggedOut }: { onLoggedOut: () => void }) {
  const { t } = useTranslation();
  // The tab stands for a moment after the login is over; a visitor has no logins and would be refused.
  const enabled = useAccount() !== null;
  const { data, error, refetch } = useQuery({ ...read(listMySessions, {}, { quiet: true }), enabled });
  /** Whether it is asked about changes on the screen below that were not saved. */
  const [asksUnsaved, setAsksUnsaved] = useState(false);
  const endAll = useMutation({
    mutationFn: () => call(endMySessions, {}, { quiet: true }),
    onSuccess: () => {
      onLoggedOut();
      forgetSession();
      notify('success', t('sessions.endedAll'));
    },
  });
  if (error) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingList rows={2} height={72} />;
  return (
    <Stack>
      <Text c="dimmed">{t('sessions.text')}</Text>
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={t('sessions.list')}>
        {data.results.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
      <ProblemAlert text={endAll.error ? problemText(endAll.error) : null} />
      <Group>
        <AskFirst
          variant="default"
          size="md"
          question={t('sessions.endAllQuestion')}
          confirm={t('sessions.endAll')}
          keep={t('action.cancel')}
          onConfirm={() => (hasUnsavedChanges() ? setAsksUnsaved(true) : endAll.mutate())}
        >
          {t('sessions.endAll')}
        </AskFirst>
      </Group>
      <UnsavedDialog
        opened={asksUnsaved}
        onStay={() => setAsksUnsaved(false)}
        onLeave={() => {
          setAsksUnsaved(false);
          endAll.mutate();
        }}
      />
    </Stack>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(endMySession, { params: { id: session.id } }, { quiet: true }),
    onSuccess: async () => {
      notify('success', t('sessions.ended'));
      await cache.invalidateQueries({ queryKey: forEndpoint(listMySessions) });
    },
  });
  return (
    <Paper component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Text fw={550}>{sessionName(t, session)}</Text>
            {session.current && <Badge variant="light">{t('sessions.here')}</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {t('sessions.since')} <RelativeTime date={session.created} />
          </Text>
          {session.current ? (
            <Text size="sm">{t('sessions.now')}</Text>
          ) : (
            session.seen && (
              <Text size="sm" c="dimmed">
                {t('sessions.seen')} <RelativeTime date={session.seen} />
              </Text>
            )
          )}
          {session.time_zone && (
            <Text size="sm" c="dimmed">
              {t('sessions.timeZone')} <bdi>{session.time_zone.replaceAll('_', ' ')}</bdi>
            </Text>
          )}
          {end.error && <ProblemAlert text={problemText(end.error)} />}
        </div>
        {!session.current && (
          <Button
            variant="default"
            size="sm"
            flex="none"
            loading={end.isPending}
            onClick={() => end.mutate()}
          >
            {t('sessions.end')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
