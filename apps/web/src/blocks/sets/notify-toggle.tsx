/** Wanting to be told of what comes into a collection or fits a saved search, or no more (spec 2 §4, "Notifications"). */
import { Button } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createNotification, deleteNotification, listNotifications } from '@waypost/contract/notifications';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { forResource } from '../../api/query-keys.ts';
import { useAccount } from '../../api/session.ts';
import { tellProblem } from '../../api/tell-problem.ts';
import { Icon } from '../../ui/icon.tsx';

/** Nothing for visitors, and until it is known which of the two it is. */
export function NotifyToggle({ setId }: { setId: number }) {
  const account = useAccount();
  return account && <Toggle setId={setId} />;
}

function Toggle({ setId }: { setId: number }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data } = useQuery(read(listNotifications, { query: { user: 'me', set: setId } }, { quiet: true }));
  // A server that passes over the filter sends all of them.
  const wanted = data?.results.find((it) => it.set.id === setId);
  const change = useMutation({
    mutationFn: (): Promise<unknown> =>
      wanted
        ? call(deleteNotification, { params: { id: wanted.id } }, { quiet: true })
        : call(createNotification, { body: { set: setId } }, { quiet: true }),
    onSettled: () => cache.invalidateQueries({ queryKey: forResource('notifications') }),
    onError: tellProblem,
  });
  if (!data) return null;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon of={wanted ? IconBellOff : IconBell} size={18} />}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {t(wanted ? 'set.notify.off' : 'set.notify.on')}
    </Button>
  );
}
