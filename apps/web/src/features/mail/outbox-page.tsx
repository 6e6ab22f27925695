import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type HeldReason, listOutbox, type OutboxMail } from '@waypost/contract/mail/outbox';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { copyToClipboard } from '../../ui/browser/copy-to-clipboard.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import rows from '../../ui/display/row-list.module.css';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import classes from './outbox-page.module.css';
import { splitLinks } from './split-links.ts';

const pageSize = 25;

/**
 * Mail on its way out. Without a mail server it waits here, and an administrator hands it on: an invitation, a way to a new
 * password. What is in it may open accounts, so links are made on request only.
 * keys: outbox.outgoing.* outbox.heldReason.* outbox.findSendingSource.*
 */
export function OutboxPage() {
  const { t } = useTranslation();
  const { page = 1 } = useSearch({ from: '/settings/outbox' });
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listOutbox, { query: { limit: pageSize, offset: (page - 1) * pageSize } }),
    placeholderData: keepPreviousData,
    // Mail is sent in the background.
    staleTime: 5000,
  });
  return (
    <SettingsPage isWide lead={t('outbox.lead')}>
      {data?.outgoing && data.outgoing !== 'ready' && <OutgoingProblem state={data.outgoing} />}
      {data && data.results.length > 0 && (
        <ul className={rows['list']} aria-label={t('settings.entry.outbox.title')}>
          {data.results.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      {data?.results.length === 0 && (
        <EmptyState title={t('outbox.none.title')}>{t('outbox.none.text')}</EmptyState>
      )}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} height={72} />}
      <Pagination page={page} total={data?.total_count ?? 0} pageSize={pageSize} />
    </SettingsPage>
  );
}

/** Why mail stays here, and what can be done about it. */
function OutgoingProblem({ state }: { state: 'none' | 'unencrypted' }) {
  const { t } = useTranslation();
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Icon icon={IconAlertTriangle} />}
      title={t(`outbox.outgoing.${state}.title`)}
    >
      {t(`outbox.outgoing.${state}.text`)}{' '}
      <TextLink to="/settings/datasources" size="sm">
        {t('settings.entry.datasources.title')}
      </TextLink>
    </Alert>
  );
}

/** Older servers tell of it in the fault alone. */
const heldReasonOf = ({ held, state, fault }: OutboxMail): HeldReason | null =>
  held === undefined ? (state === 'waiting' && fault === 'unencrypted' ? 'unencrypted' : null) : held;

/** keys: outbox.state.* */
function MailRow({ mail }: { mail: OutboxMail }) {
  const { t } = useTranslation();
  const held = heldReasonOf(mail);
  const state = held ? 'held' : mail.state;
  const isReadable = mail.allowed_privileges.includes('read_full');
  const noTextReason = mail.is_confirmation
    ? 'outbox.code.text'
    : isReadable
      ? 'outbox.gone'
      : 'outbox.adminsOnly';
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className={classes['head']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes['content']}>
          <strong>{mail.is_confirmation ? t('outbox.code.title') : <bdi>{mail.subject}</bdi>}</strong>
          {mail.to && (
            <span className={rows['detail']}>
              <bdi>{t('outbox.to', { address: mail.to })}</bdi>
            </span>
          )}
          {held && <span className={classes['reason']}>{t(`outbox.heldReason.${held}`)}</span>}
        </span>
        <span className={classes['facts']}>
          <span data-state={state} className={classes['state']}>
            {t(`outbox.state.${state}`)}
          </span>
          <span className={rows['detail']}>
            <RelativeTime date={mail.sent ?? mail.created} />
          </span>
        </span>
        <Icon icon={IconChevronDown} size={18} />
      </button>
      <div id={id} hidden={!isOpen} className={classes['body']}>
        {held && !mail.is_confirmation && <p className={rows['detail']}>{t(`outbox.wayOut.${held}`)}</p>}
        {mail.fault && mail.fault !== 'unencrypted' && (
          <p className={classes['fault']}>{t('outbox.fault', { code: mail.fault, count: mail.attempts })}</p>
        )}
        {mail.text ? <MailText text={mail.text} /> : <p>{t(noTextReason)}</p>}
      </div>
    </li>
  );
}

function MailText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [hasLinks, setLinks] = useState(false);
  const parts = splitLinks(text);
  const copy = async () =>
    (await copyToClipboard(text))
      ? notify('success', t('outbox.copied'))
      : notify('error', t('outbox.notCopied'));
  return (
    <>
      <p className={classes['text']} dir="auto">
        {parts.map(({ at, part, isLink }) =>
          isLink && hasLinks ? (
            <a key={at} href={part} target="_blank" rel="noreferrer noopener" dir="ltr">
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
      <div className={classes['actions']}>
        <Button variant="default" onClick={() => void copy()}>
          {t('outbox.copy')}
        </Button>
        {parts.some(({ isLink }) => isLink) && !hasLinks && (
          <Button variant="default" onClick={() => setLinks(true)}>
            {t('outbox.link')}
          </Button>
        )}
      </div>
    </>
  );
}
