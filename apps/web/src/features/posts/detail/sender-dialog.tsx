import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts/posts';
import {
  archivePostsOfSender,
  readSender,
  type Sender,
  undoArchiveOfSender,
} from '@waypost/contract/posts/senders';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { notifyError } from '../../../api/notify-error.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { buildCallKey, buildResourceKey } from '../../../api/query-keys.ts';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import classes from './sender-dialog.module.css';
import './sender-labels.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';

const SenderTrust = lazy(() => import('../../../blocks/sender-trust/sender-trust.tsx'));

interface Props {
  post: Post;
  onClose: () => void;
}

/** All reports of the sender of a post: their number and a list, with bulk archiving and its undo. */
export default function SenderDialog({ post, onClose }: Props) {
  const { t } = useTranslation();
  const params = { id: post.id };
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(readSender, { params }),
  });
  return (
    <Modal opened onClose={onClose} title={t('sender.title')} size="lg">
      {data?.trusted !== undefined && (
        <Suspense>
          <SenderTrust postId={post.id} sender={data} />
        </Suspense>
      )}
      {data && <SenderPosts post={post} sender={data} onClose={onClose} />}
      {!data && error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} height={48} />}
    </Modal>
  );
}

/** Archives all reports of a sender and restores them. Each action shows a toast and refreshes the data. */
function useSenderActions(post: Post) {
  const { t } = useTranslation();
  const params = { id: post.id };
  const options = {
    onError: notifyError,
    invalidates: [buildCallKey(readSender, { params }), buildResourceKey('posts')],
  };
  const undoArchive = useCall(undoArchiveOfSender, {
    ...options,
    onSuccess: ({ count }) => notify('success', t('sender.undone', { number: count })),
  });
  const undo = (id: number) => undoArchive.mutate({ params: { id } });
  const archive = useCall(archivePostsOfSender, {
    ...options,
    onSuccess({ id, count }) {
      const undoAction = { label: t('action.undo'), onClick: () => undo(id) };
      notify('success', t('sender.done', { number: count }), undoAction);
    },
  });
  return {
    isBusy: archive.isPending || undoArchive.isPending,
    archive: () => archive.mutate({ params }),
    undo,
  };
}

function SenderPosts({ post, sender, onClose }: Props & { sender: Sender }) {
  const { t } = useTranslation();
  const { isBusy, archive, undo } = useSenderActions(post);
  const { kind, name, total, open, posts, cleanups } = sender;
  return (
    <div className={classes['content']}>
      <Text dir="auto">{t(`sender.${kind}`, { name: name ?? '' })}</Text>
      <Text fw={550}>{t('sender.numbers', { total, open })}</Text>
      <ul className={classes['posts']} aria-label={t('sender.list')}>
        {posts.map((post) => (
          <li key={post.id}>
            <Link to="/posts/$postId" params={{ postId: String(post.id) }} dir="auto" onClick={onClose}>
              {formatPostTitle(post, t)}
            </Link>
            <span className={classes['about']}>
              {t(`post.status.${post.status}`)} · <RelativeTime date={post.created} />
            </span>
          </li>
        ))}
      </ul>
      {posts.length < total && (
        <Text size="sm" c="dimmed">
          {t('sender.latest', { number: posts.length })}
        </Text>
      )}
      {cleanups.length > 0 && (
        <section aria-label={t('sender.earlier')}>
          <Text fw={550}>{t('sender.earlier')}</Text>
          <ul className={classes['posts']}>
            {cleanups.map(({ id, at, count }) => (
              <li key={id}>
                <RelativeTime date={at} />
                <Button variant="default" size="sm" disabled={isBusy} onClick={() => undo(id)}>
                  {t('sender.undo', { number: count })}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Text size="sm" c="dimmed">
        {t('sender.text')}
      </Text>
      <div className={classes['actions']}>
        <Button variant="default" size="md" onClick={onClose}>
          {t('action.close')}
        </Button>
        {open > 0 && (
          <Button color="red" size="md" loading={isBusy} onClick={archive}>
            {t('sender.action', { number: open })}
          </Button>
        )}
      </div>
    </div>
  );
}
