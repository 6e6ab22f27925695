/** The messages exchanged with a contact (spec 2 §2): the newest page of the thread, and the reply form. */
import './message-labels.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listMessages } from '@waypost/contract/messages/messages';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { MessageBubbles } from '../../ui/display/message-bubbles.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { useReporterName } from '../reporter/use-reporter-name.ts';
import { MessageReply } from './message-reply.tsx';
import { MessageRow } from './message-row.tsx';
import classes from './thread.module.css';

const ReporterIdentity = lazy(() => import('../reporter/reporter-identity.tsx'));

/** Messages on a page (spec 2 §9). */
const pageSize = 5;
/** Polling interval while a message is pending. */
const pollIntervalMs = 15_000;

const buildThreadPageQuery = (contact: number, page: number) =>
  buildEndpointQuery(listMessages, {
    query: { contact, limit: pageSize, offset: (page - 1) * pageSize, order: 'asc', orderby: 'created' },
  });

interface Props {
  contactId: number;
  /** The text of the reply is kept while this stays the same, such as the id of the post. */
  draftKey: number;
  /** False where the report beside it already offers to show its withheld sender. */
  showsSender?: boolean;
}

/** Shows the thread, and the reply form, or why nothing can be sent to the contact. keys: post.messages.noReply.* */
export default function ThreadPanel({ contactId, draftKey, showsSender = true }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const reporterName = useReporterName();
  /** Null for the last page, whichever that is. */
  const [chosenPage, setChosenPage] = useState<number | null>(null);
  const first = useQuery(buildThreadPageQuery(contactId, 1));
  const total = first.data?.total_count ?? 0;
  const page = chosenPage ?? Math.max(1, Math.ceil(total / pageSize));
  const { data, error, refetch } = useQuery({
    ...buildThreadPageQuery(contactId, page),
    enabled: first.isSuccess,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.results.some((it) => it.status === 'pending') ? pollIntervalMs : false,
  });
  const problem = first.error ?? error;
  const messages = data?.results ?? [];
  const reporter = messages.find((it) => it.reporter)?.reporter;
  const address = messages.find((it) => it.contact)?.contact ?? reporterName(reporter);
  // Other servers do not say whether a reply can be sent.
  const reply = data?.reply ?? 'possible';
  const lastIncoming = messages.findLast((it) => it.direction === 'incoming');

  return (
    <section className={classes['section']} aria-labelledby="messages-title">
      <h2 id="messages-title" className={classes['title']}>
        {address ? t('post.messages.with', { contact: address }) : t('post.messages.title')}
      </h2>
      {reporter && showsSender && (
        <Suspense>
          <ReporterIdentity reporter={reporter} target={{ contact: contactId }} />
        </Suspense>
      )}
      {problem && (
        <ErrorState
          messages={formatErrorMessages(problem)}
          onRetry={() => void (first.error ? first.refetch() : refetch())}
        />
      )}
      {!problem && !data && <ListSkeleton rows={2} height={64} />}
      {data && messages.length === 0 && <p className={classes['note']}>{t('post.messages.none')}</p>}
      <MessageBubbles>
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </MessageBubbles>
      <Pagination page={page} total={total} pageSize={pageSize} onPage={setChosenPage} />
      {data && reply !== 'possible' && (
        <p className={classes['note']}>{t(`post.messages.noReply.${reply}`)}</p>
      )}
      {data && reply === 'possible' && (
        <MessageReply
          key={draftKey}
          type={messages.at(-1)?.type ?? 'sms'}
          contactId={contactId}
          parentId={lastIncoming?.id}
          address={address ?? t('post.messages.sender')}
          onSent={() => setChosenPage(null)}
        />
      )}
    </section>
  );
}
