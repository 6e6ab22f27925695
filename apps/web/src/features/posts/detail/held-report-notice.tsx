import { Alert } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { readSender } from '@waypost/contract/posts/senders';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import './sender-labels.ts';

/** Explains to the team why a visitor's report is held for review. keys: sender.held.* */
export default function HeldReportNotice({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(readSender, { params: { id: postId } }));
  if (!data?.held) return null;
  return (
    <Alert variant="light" color="yellow" title={t('sender.held.title')} icon={<Icon icon={IconHandStop} />}>
      {t(`sender.held.${data.held}`)}
    </Alert>
  );
}
