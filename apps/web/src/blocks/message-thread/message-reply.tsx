/** The form for a reply to the contact of a post, with a counter of characters. */
import { Button, Textarea } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { createMessage, type MessageType } from '@waypost/contract/messages/messages';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { countSmsSegments } from './sms-segments.ts';
import classes from './thread.module.css';

interface Props {
  contactId: number;
  /** The message that the reply answers. */
  parentId: number | undefined;
  /** Address of the contact, or another name for them. */
  address: string;
  /** The type of the conversation. An SMS is possibly sent in several segments. */
  type: MessageType;
  onSent: () => void;
}

/** Sends a reply; the text stays after an error. */
export function MessageReply({ contactId, parentId, address, type, onSent }: Props) {
  const { t } = useTranslation();
  const counter = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { min, max } = limits.reply;
  const length = text.trim().length;
  const send = useCall(createMessage, {
    onSuccess(_sent, { body }) {
      // Keep what was typed while the request was running.
      setText((current) => (current.trim() === body.message ? '' : current));
      onSent();
      notify('success', t('post.messages.sentTo', { contact: address }));
    },
    onError: (error) =>
      setProblem(
        formatFieldErrors(error, { message: t('post.messages.reply') })['message'] ??
          formatErrorMessage(error),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const label = t('post.messages.reply');
    if (length < min) setProblem(t('fault.minlength', { label, min }));
    else if (length > max) setProblem(t('fault.maxlength', { label, max }));
    else
      send.mutate({
        body: {
          message: text.trim(),
          direction: 'outgoing',
          type,
          contact_id: contactId,
          ...(parentId === undefined ? {} : { parent_id: parentId }),
        },
      });
  };
  return (
    <form noValidate className={classes['reply']} onSubmit={submit}>
      <Textarea
        size="md"
        dir="auto"
        autosize
        minRows={2}
        maxRows={6}
        label={t('post.messages.reply')}
        value={text}
        error={problem}
        aria-describedby={counter}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <div className={classes['replyBar']}>
        <span id={counter} data-figures data-over={length > max || undefined} className={classes['counter']}>
          {t('post.messages.counter', { count: length, max })}
          {type === 'sms' &&
            length > 0 &&
            ` · ${t('post.messages.segments', { count: countSmsSegments(text.trim()) })}`}
        </span>
        <Button type="submit" size="md" loading={send.isPending}>
          {t('post.messages.send')}
        </Button>
      </div>
    </form>
  );
}
