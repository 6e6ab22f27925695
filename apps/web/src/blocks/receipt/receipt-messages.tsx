/** The conversation between the team and a reporter with a receipt, as both sides see it. */

import { Button, Textarea } from '@mantine/core';
import type { ReceiptMessage } from '@waypost/contract/receipts/receipts';
import { receiptMessageLimits } from '@waypost/contract/receipts/receipts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { MessageBubble, MessageBubbles } from '../../ui/display/message-bubbles.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import classes from './receipt-messages.module.css';

interface ListProps<M> {
  messages: readonly M[];
  /** Whose messages stand at the end of the line. */
  own: ReceiptMessage['from'];
  nameOf: (message: M) => string;
}

/** The messages, the oldest first. */
export function ReceiptMessageList<M extends ReceiptMessage>({ messages, own, nameOf }: ListProps<M>) {
  return (
    <MessageBubbles>
      {messages.map((message) => (
        <MessageBubble
          key={message.id}
          isOwn={message.from === own}
          text={message.message}
          heading={
            <>
              <span dir="auto">{nameOf(message)}</span>
              <RelativeTime date={message.created} />
            </>
          }
        />
      ))}
    </MessageBubbles>
  );
}

interface FormProps {
  label: string;
  submitLabel: string;
  send: (message: string) => Promise<unknown>;
}

/** The form for a message. The text stays after an error. */
export function ReceiptMessageForm({ label, submitLabel, send }: FormProps) {
  const { t } = useTranslation();
  const { length: max } = receiptMessageLimits;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useAsyncAction<string, unknown>(send, {
    onSuccess(_sent, message) {
      // Keep what was typed while the request was running.
      setText((current) => (current.trim() === message ? '' : current));
      notify('success', t('receipt.messages.sent'));
    },
    onError: (error) =>
      setProblem(formatFieldErrors(error, { message: label })['message'] ?? formatErrorMessage(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (message === '') setProblem(t('fault.required', { label }));
    else if (message.length > max) setProblem(t('fault.maxlength', { label, max }));
    else sending.mutate(message);
  };
  return (
    <form noValidate autoComplete="off" className={classes['form']} onSubmit={submit}>
      <Textarea
        size="md"
        dir="auto"
        autosize
        minRows={2}
        maxRows={6}
        autoComplete="off"
        label={label}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Button type="submit" size="md" loading={sending.isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}
