/** Shows that there are drafts for a survey on this device. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../api/session.ts';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';

/** Renders nothing without a draft. */
export function UnsentDraftBadge({ surveyId }: { surveyId: number }) {
  const { t } = useTranslation();
  const account = useAccount();
  const { data: times = [] } = useQuery({
    queryKey: ['drafts on this device', account?.id ?? null, surveyId],
    queryFn: async () => (await import('../../device/stored-reports.ts')).listDraftTimes(surveyId),
    // Always read from the device: drafts change without an update of the query cache.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (times.length === 0) return null;
  const latest = new Date(Math.max(...times));
  return (
    <Text span size="sm" c="dimmed" display="block">
      {t('post.draft.unsent', { number: times.length })} <RelativeTime date={latest.toISOString()} />
    </Text>
  );
}
