/** One message of a thread: its direction, time and delivery status. keys: post.messages.status.* */

import { Button } from '@mantine/core';
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import {
  findMessagePictureIds,
  hasQuotedText,
  type Message,
  updateMessage,
} from '@waypost/contract/messages/messages';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { MessageBubble, MessageMeta } from '../../ui/display/message-bubbles.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { PhotoView } from '../photo-view/photo-view.tsx';
import classes from './thread.module.css';

/** Failed messages can be sent again, pending ones cancelled. */
export function MessageRow({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { direction, status, user, contact } = message;
  const isIncoming = direction === 'incoming';
  const update = useCall(updateMessage, {
    onError: (error) => notify('error', formatErrorMessage(error)),
  });
  const setStatus = (next: 'pending' | 'cancelled') =>
    update.mutate({ params: { id: message.id }, body: { status: next } });
  const from = isIncoming ? contact : user?.realname;
  const media = findMessagePictureIds(message);
  const canUpdate = !isIncoming && message.allowed_privileges.includes('update');
  return (
    <MessageBubble
      isOwn={!isIncoming}
      text={message.message}
      heading={
        <>
          <Icon icon={isIncoming ? IconArrowDownLeft : IconArrowUpRight} size={16} />
          <span dir="auto">
            {from
              ? t(isIncoming ? 'post.messages.from' : 'post.messages.by', { name: from })
              : t(isIncoming ? 'post.messages.incoming' : 'post.messages.outgoing')}
          </span>
          <RelativeTime date={message.created} />
        </>
      }
    >
      {hasQuotedText(message) && <MessageMeta>{t('post.messages.quoted')}</MessageMeta>}
      {media.length > 0 && (
        <ul className={classes['pictures']}>
          {media.map((id) => (
            <li key={id}>
              <PhotoView id={id} label={contact ?? t('post.messages.incoming')} />
            </li>
          ))}
        </ul>
      )}
      {!isIncoming && (
        <MessageMeta hasFailed={status === 'failed'}>
          <span>{t(`post.messages.status.${status}`)}</span>
          {canUpdate && status === 'failed' && (
            <Button
              size="compact-sm"
              variant="default"
              loading={update.isPending}
              onClick={() => setStatus('pending')}
            >
              {t('post.messages.again')}
            </Button>
          )}
          {canUpdate && status === 'pending' && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              loading={update.isPending}
              onClick={() => setStatus('cancelled')}
            >
              {t('post.messages.takeBack')}
            </Button>
          )}
        </MessageMeta>
      )}
    </MessageBubble>
  );
}
