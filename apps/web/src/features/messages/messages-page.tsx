import '../../blocks/message-thread/message-labels.ts';
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ContactThreads } from './contact-threads.tsx';
import type { InboxSearch } from './inbox-search.ts';
import classes from './messages-page.module.css';
import { OpenReporterThread } from './open-reporter-thread.tsx';
import { OpenThread } from './open-thread.tsx';
import { ReporterThreads } from './reporter-threads.tsx';
import { useUnreadThreads } from './use-unread-threads.ts';

/** What people wrote, for those who manage posts: the conversations with contacts, or with reporters, and the one that is open. */
export function MessagesPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/messages' });
  const unread = useUnreadThreads();
  const isOfReporters = search.from === 'reporters';
  const openId = isOfReporters ? search.post : search.contact;
  const showFrom = (from: InboxSearch['from']) => void navigate({ to: '/messages', search: { from } });
  return (
    <div className={classes['page']} data-open={openId === undefined ? undefined : ''}>
      <PageHeader crumbs={[]} title={t('inbox.title')} lead={t('inbox.lead')} />
      <div className={classes['columns']}>
        <section className={classes['list']} aria-label={t('inbox.threads')}>
          <SegmentedControl
            fullWidth
            size="sm"
            aria-label={t('inbox.from.label')}
            data={[
              {
                value: 'contacts',
                label: <TabLabel text={t('inbox.from.contacts')} unread={unread.contacts} />,
              },
              {
                value: 'reporters',
                label: <TabLabel text={t('inbox.from.reporters')} unread={unread.reporters} />,
              },
            ]}
            value={isOfReporters ? 'reporters' : 'contacts'}
            onChange={(value) => showFrom(value === 'reporters' ? value : undefined)}
          />
          {isOfReporters ? <ReporterThreads search={search} /> : <ContactThreads search={search} />}
        </section>
        {openId === undefined && (
          <div className={classes['placeholder']}>
            <EmptyState title={t('inbox.choose.title')}>{t('inbox.choose.text')}</EmptyState>
          </div>
        )}
        {openId !== undefined &&
          (isOfReporters ? (
            <OpenReporterThread key={openId} postId={openId} search={search} />
          ) : (
            <OpenThread key={openId} contactId={openId} search={search} />
          ))}
      </div>
    </div>
  );
}

function TabLabel({ text, unread }: { text: string; unread: number }) {
  const { t } = useTranslation();
  return (
    <span className={classes['tab']}>
      {text}{' '}
      {unread > 0 && (
        <span className={classes['unread']}>
          <span className={classes['hidden']}>{t('inbox.state.unread')}</span> {unread}
        </span>
      )}
    </span>
  );
}
