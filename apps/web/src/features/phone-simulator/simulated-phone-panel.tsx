/** One simulated phone: its messages in both directions, and a form to send one. */
import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { limits } from '@waypost/contract/common/limits';
import { listMessages } from '@waypost/contract/messages/messages';
import {
  listSimulatedPhones,
  sendFromSimulatedPhone,
} from '@waypost/contract/targeted-surveys/targeted-surveys';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildEndpointKey, buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { createRandomId } from '../../ui/browser/random-id.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import classes from './simulated-phones.module.css';

/** Number of messages shown, and milliseconds between refetches. */
const maxMessages = 100;
const pollIntervalMs = 2000;

interface Props {
  number: string;
  /** Undefined before the first message. */
  contactId: number | undefined;
  /** A message with a confirmation code, which is not among the messages of the contact. */
  codeMessage: string | undefined;
  isSimulatorOn: boolean;
}

/** The screen of the phone. */
export function SimulatedPhonePanel({ number, contactId, codeMessage, isSimulatorOn }: Props) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const { data, error } = useQuery({
    ...buildEndpointQuery(listMessages, {
      query: {
        contact: contactId ?? 0,
        type: 'sms',
        status: 'all',
        limit: maxMessages,
        order: 'desc',
        orderby: 'id',
      },
    }),
    enabled: contactId !== undefined,
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
  // Pending and cancelled messages have not reached the phone.
  const messages = (data?.results ?? [])
    .filter((it) => it.direction === 'incoming' || it.status === 'sent')
    .toReversed();
  const latest = messages.at(-1)?.id;
  useEffect(() => {
    if (latest !== undefined) end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [latest]);
  return (
    <section className={classes['screen']} aria-label={t('phone.screen', { number })}>
      <header className={classes['head']}>
        <Link to="/settings/phone" className={classes['back']} aria-label={t('phone.back')}>
          <Icon icon={IconArrowLeft} />
        </Link>
        <h2>
          <bdi>{number}</bdi>
        </h2>
      </header>
      <div ref={end} className={classes['messages']}>
        {error && <ErrorState messages={formatErrorMessages(error)} />}
        {messages.length === 0 && codeMessage === undefined && (
          <p className={classes['empty']}>{t('phone.empty')}</p>
        )}
        <ol aria-live="polite">
          {messages.map((message) => (
            <li key={message.id} data-direction={message.direction === 'outgoing' ? 'received' : 'sent'}>
              <p dir="auto">{message.message}</p>
              <span className={classes['time']}>
                <RelativeTime date={message.created} />
              </span>
            </li>
          ))}
          {codeMessage !== undefined && (
            <li data-direction="received">
              <p dir="auto">{codeMessage}</p>
            </li>
          )}
        </ol>
      </div>
      {isSimulatorOn && <MessageForm number={number} />}
    </section>
  );
}

function MessageForm({ number }: { number: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [id, setId] = useState(createRandomId);
  const send = useCall(sendFromSimulatedPhone, {
    onSuccess() {
      setText('');
      setId(createRandomId());
    },
    invalidates: [buildResourceKey('messages'), buildEndpointKey(listSimulatedPhones)],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // With the same id a message that is sent again after a network error is not stored twice.
    if (text.trim() !== '') send.mutate({ body: { from: number, message: text.trim(), message_id: id } });
  };
  const { data } = send;
  return (
    <form noValidate className={classes['messageForm']} onSubmit={submit}>
      <TextInput
        size="md"
        dir="auto"
        autoComplete="off"
        maxLength={limits.simulatedMessage}
        label={t('phone.write')}
        value={text}
        error={send.error && formatErrorMessage(send.error)}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={send.isPending}>
        {t('phone.send')}
      </Button>
      <output className={classes['sentNotice']}>
        {data && t(data.is_reply ? 'phone.reply' : 'phone.report')}{' '}
        {data?.post_id != null && (
          <TextLink to="/posts/$postId" params={{ postId: String(data.post_id) }}>
            {t('phone.seePost')}
          </TextLink>
        )}
      </output>
    </form>
  );
}
