/** Marks a report whose reporter or sender wrote something since that nobody of the team has seen. */
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listThreads } from '@waypost/contract/messages/messages';
import type { Post } from '@waypost/contract/posts/posts';
import { listReporterThreads } from '@waypost/contract/receipts/receipts';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { IconBadge } from '../../ui/display/icon-badge.tsx';
import classes from './unread-badge.module.css';

/** The latest conversations with unread messages that are looked at: one request for all reports of a list. */
const maxThreads = 200;

const unread = { query: { state: 'unread', limit: maxThreads } } as const;
const options = { ignoresRefusal: true };

/** Renders nothing for a report without unread messages. The message that it came with is no new one. */
export default function UnreadBadge({ post }: { post: Pick<Post, 'id' | 'message'> }) {
  const { t } = useTranslation();
  const reporters = useQuery({ ...buildEndpointQuery(listReporterThreads, unread, options), retry: false });
  const contacts = useQuery({ ...buildEndpointQuery(listThreads, unread, options), retry: false });
  const isNew =
    reporters.data?.results.some(({ post_id }) => post_id === post.id) ||
    contacts.data?.results.some(
      ({ post_id, message_id, direction }) =>
        post_id === post.id && direction === 'incoming' && message_id !== post.message?.id,
    );
  if (!isNew) return null;
  return (
    <IconBadge icon={IconMessage} className={classes['badge']}>
      {t('post.newMessage')}
    </IconBadge>
  );
}
