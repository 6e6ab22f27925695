/** Shows that there is a draft for a survey on this device. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../api/session.ts';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { readDraftTimes } from './draft-store.ts';

/** Renders nothing without a draft. */
export function UnsentDraftBadge({ surveyId }: { surveyId: number }) {
  const { t } = useTranslation();
  const account = useAccount();
  const { data } = useQuery({
    queryKey: ['drafts on this device', account?.id ?? null],
    queryFn: readDraftTimes,
    // Always read from the device: drafts change without an update of the query cache.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const savedAt = data?.get(surveyId);
  if (savedAt === undefined) return null;
  return (
    <Text span size="sm" c="dimmed" display="block">
      {t('post.draft.unsent')} <RelativeTime date={new Date(savedAt).toISOString()} />
    </Text>
  );
}
