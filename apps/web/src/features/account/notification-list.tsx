/** The notification subscriptions of the user, with their digests (spec 2 §2, "Account"). keys: notifications.digest.* */
import { Alert, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  deleteNotification,
  digests,
  listNotifications,
  type Notification,
  updateNotification,
} from '@waypost/contract/notifications/notifications';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { InlineConfirmButton } from '../../ui/dialog/inline-confirm-button.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';

/** Date and time with the time zone of the user: limits are reset at midnight UTC. */
const formatDateTime = (language: string, date: string) =>
  new Intl.DateTimeFormat(resolveFormatLocale(language), {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(date));

const useNotificationList = () => useQuery(buildEndpointQuery(listNotifications, { query: { user: 'me' } }));

/** Says when notifications continue, while a daily limit is reached. */
export function NotificationLimitNotice() {
  const { t, i18n } = useTranslation();
  const { data } = useNotificationList();
  return (
    data?.resumes && (
      <Alert color="yellow" variant="light">
        {t('notifications.paused', { when: formatDateTime(i18n.language, data.resumes) })}
      </Alert>
    )
  );
}

/** @param onLeave called when a link that leads out of the dialog is followed */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { data, error, refetch } = useNotificationList();
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {t('notifications.title')}
      </Title>
      {error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} height={64} />}
      {data?.results.length === 0 && (
        <EmptyState title={t('notifications.none.title')}>{t('notifications.none.text')}</EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} aria-labelledby={id}>
          {data.results.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onLeave={onLeave} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function NotificationRow({ notification, onLeave }: { notification: Notification; onLeave: () => void }) {
  const { t } = useTranslation();
  const { id, set } = notification;
  const name = set.name ?? t('notifications.hidden');
  const change = useCall(updateNotification, { whilePending: 'queue' });
  const remove = useCall(deleteNotification, {
    onSuccess: () => notify('success', t('notifications.removed', { name })),
  });
  const collection = { to: '/collections/$collectionId', params: { collectionId: String(set.id) } } as const;
  const search = { to: '/savedsearches/$savedSearchId', params: { savedSearchId: String(set.id) } } as const;
  return (
    <Paper component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 12rem', minInlineSize: 0, overflowWrap: 'anywhere' }}>
          {set.type === undefined ? (
            <Text c="dimmed">{name}</Text>
          ) : (
            <>
              <Link {...(set.type === 'collection' ? collection : search)} onClick={onLeave}>
                <bdi>{name}</bdi>
              </Link>
              <Text size="sm" c="dimmed">
                {t(set.type === 'collection' ? 'notifications.collection' : 'notifications.search')}
              </Text>
            </>
          )}
        </div>
        <NativeSelect
          size="md"
          aria-label={t('notifications.when', { name })}
          value={(change.isPending && change.variables?.body?.digest) || (notification.digest ?? 'at_once')}
          onChange={(event) => {
            const digest = digests.find((it) => it === event.currentTarget.value);
            if (digest) change.mutate({ params: { id }, body: { digest } });
          }}
          data={digests.map((digest) => ({ value: digest, label: t(`notifications.digest.${digest}`) }))}
        />
        <InlineConfirmButton
          variant="default"
          size="md"
          question={t('notifications.removeQuestion', { name })}
          confirmLabel={t('notifications.remove')}
          cancelLabel={t('action.cancel')}
          aria-label={t('notifications.removeNamed', { name })}
          onConfirm={() => remove.mutate({ params: { id } })}
        >
          {t('notifications.remove')}
        </InlineConfirmButton>
      </Group>
      <ProblemAlert text={remove.error ? t('notifications.removeFailed') : null} />
      <ProblemAlert text={change.error ? t('notifications.changeFailed') : null} />
    </Paper>
  );
}
