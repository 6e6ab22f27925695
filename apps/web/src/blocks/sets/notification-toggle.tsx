/** Subscribes to the notifications of a collection or saved search, or unsubscribes (spec 2 §4, "Notifications"). */

import { Button, Skeleton } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listContacts } from '@waypost/contract/contacts/contacts';
import {
  createNotification,
  deleteNotification,
  listNotifications,
} from '@waypost/contract/notifications/notifications';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notifyError } from '../../api/notify-error.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useAccount } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { setGlobalDialog } from '../global-dialog/global-dialog.ts';

/** Renders nothing for visitors, and a placeholder while the state is loading. */
export function NotificationToggle({ setId, name }: { setId: number; name: string }) {
  const account = useAccount();
  return account && <LoadedNotificationToggle setId={setId} name={name} />;
}

function LoadedNotificationToggle({ setId, name }: { setId: number; name: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data, error } = useQuery(
    buildEndpointQuery(listNotifications, { query: { user: 'me', set: setId } }),
  );
  // Servers that ignore the filter send all notifications.
  const notification = data?.results.find((it) => it.set.id === setId);
  /** Says by which contacts notifications are sent; without one, offers to add a contact. */
  async function notifyDestination() {
    const { results } = await call(listContacts, { query: { user: 'me' } });
    const addresses = results
      .filter((it) => it.can_notify && it.confirmed !== false && it.type !== 'twitter')
      .map((it) => it.contact);
    if (addresses.length > 0) {
      notify('success', t('set.notify.turnedOn', { name, where: addresses.join(', ') }));
      return;
    }
    notify('info', t('set.notify.noContact'), {
      label: t('set.notify.addContact'),
      onClick: () => setGlobalDialog({ name: 'account', tab: 'notifications' }),
    });
  }
  const onError = (failure: unknown) => {
    notifyError(failure);
    // Another device may have subscribed or unsubscribed meanwhile.
    void cache.invalidateQueries({ queryKey: buildResourceKey('notifications') });
  };
  const subscribe = useCall(createNotification, { onSuccess: notifyDestination, onError });
  const unsubscribe = useCall(deleteNotification, {
    onSuccess: () => notify('success', t('set.notify.turnedOff', { name })),
    onError,
  });
  if (error) return null;
  if (!data) return <Skeleton width={188} height={36} />;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon icon={notification ? IconBellOff : IconBell} size={18} />}
      loading={subscribe.isPending || unsubscribe.isPending}
      onClick={() =>
        notification
          ? unsubscribe.mutate({ params: { id: notification.id } })
          : subscribe.mutate({ body: { set: setId } })
      }
    >
      {t(notification ? 'set.notify.off' : 'set.notify.on')}
    </Button>
  );
}
