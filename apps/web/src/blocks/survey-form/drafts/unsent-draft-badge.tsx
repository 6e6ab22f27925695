/** Says of a survey that this person has an unsent report in it on this device. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../api/session.ts';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { readDraftTimes } from './draft-store.ts';

export function UnsentDraftBadge({ surveyId }: { surveyId: number }) {
  const { t } = useTranslation();
  const account = useAccount();
  const { data } = useQuery({
    queryKey: ['drafts on this device', account?.id ?? null],
    queryFn: readDraftTimes,
    // The device is asked anew each time: drafts come and go without the cache being told.
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
