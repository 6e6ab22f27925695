import { isProviderId } from '@waypost/contract/data-sources/data-providers';
import type { Status } from '@waypost/contract/status/status';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelDetail, ChannelState } from '../../blocks/channels/channel-status.tsx';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './status-page.module.css';

/** Shown for a missing value. */
const emptyValue = '–';

/** Formatters for the language of the reader. */
function useFormatters() {
  const { i18n } = useTranslation();
  const locale = resolveFormatLocale(i18n.language);
  const format = (options?: Intl.NumberFormatOptions) => (value: number | null) =>
    value === null ? emptyValue : new Intl.NumberFormat(locale, options).format(value);
  const gigabytes = format({ style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });
  return {
    count: format(),
    share: format({ style: 'percent', maximumFractionDigits: 0 }),
    milliseconds: format({ style: 'unit', unit: 'millisecond' }),
    size: (bytes: number | null): string =>
      bytes === null ? emptyValue : bytes < gigabyte ? formatBytes(bytes) : gigabytes(bytes / gigabyte),
  };
}

const gigabyte = 1_000_000_000;

/** The figures, grouped into cards. */
export function StatusCards({ status }: { status: Status }) {
  return (
    <div className={classes['cards']}>
      <RequestsCard status={status} />
      <DatabaseCard status={status} />
      <DiskCard status={status} />
      <FilesCard status={status} />
      <JobsCard jobs={status.jobs} />
      <BackupsCard backups={status.backups} />
      <MailCard mail={status.mail} />
      <SmsCard texting={status.texting} />
      <ChannelsCard channels={status.channels} />
      <NotificationsCard notifications={status.notifications} />
      <CacheCard remembered={status.remembered} />
      <ServerCard status={status} />
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['card']}>
      <h2 id={id} className={classes['title']}>
        {title}
      </h2>
      <dl>{children}</dl>
    </section>
  );
}

function CardRow({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div className={classes['row']} data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd data-figures>{children}</dd>
    </div>
  );
}

function RequestsCard({ status: { requests } }: { status: Status }) {
  const { t } = useTranslation();
  const { count, milliseconds } = useFormatters();
  return (
    <Card title={t('status.load.title')}>
      <CardRow name={t('status.load.answered')}>{count(requests.answered)}</CardRow>
      <CardRow name={t('status.load.usual')}>{milliseconds(requests.usual)}</CardRow>
      <CardRow name={t('status.load.slow')}>{milliseconds(requests.slow)}</CardRow>
      <CardRow name={t('status.load.failed')} isBad={requests.failed > 0}>
        {count(requests.failed)}
      </CardRow>
      <CardRow name={t('status.load.refused')} isBad={requests.refused > 0}>
        {count(requests.refused)}
      </CardRow>
    </Card>
  );
}

function DatabaseCard({ status: { database } }: { status: Status }) {
  const { t } = useTranslation();
  const { count, size } = useFormatters();
  const { open, idle, awaited, most: maxConnections } = database.connections;
  return (
    <Card title={t('status.database.title')}>
      <CardRow name={t('status.database.kind')}>{t(`status.database.${database.kind}`)}</CardRow>
      <CardRow name="PostgreSQL">
        <bdi>{database.version.split(' ')[0]}</bdi>
      </CardRow>
      <CardRow name={t('status.size')}>{size(database.bytes)}</CardRow>
      <CardRow name={t('status.database.connections')}>
        {t('status.of', { part: count(open - idle), whole: count(maxConnections) })}
      </CardRow>
      <CardRow name={t('status.database.awaited')} isBad={awaited > 0}>
        {count(awaited)}
      </CardRow>
    </Card>
  );
}

function DiskCard({ status: { disk, files } }: { status: Status }) {
  const { free, total } = disk;
  const { t } = useTranslation();
  const { share, size } = useFormatters();
  const isKnown = free !== null && total !== null && total > 0;
  return (
    <Card title={t('status.disk.title')}>
      <CardRow name={t('status.disk.free')}>
        {isKnown ? t('status.of', { part: size(free), whole: size(total) }) : emptyValue}
      </CardRow>
      {isKnown && (
        <CardRow name={t('status.disk.used')}>
          <progress max={total} value={total - free} aria-label={t('status.disk.used')} />{' '}
          {share((total - free) / total)}
        </CardRow>
      )}
      <CardRow name={t('status.disk.files')} isBad={!files.answers}>
        {t(`status.disk.${files.answers ? files.kind : 'away'}`)}
      </CardRow>
    </Card>
  );
}

function FilesCard({ status: { files, concerns } }: { status: Status }) {
  const { to_remove: toRemove, check } = files;
  const { t } = useTranslation();
  const { count } = useFormatters();
  if (!toRemove) return null;
  return (
    <Card title={t('status.files.title')}>
      <CardRow name={t('status.files.waiting')} isBad={concerns.includes('files-not-removed')}>
        {count(toRemove.count)}
      </CardRow>
      {toRemove.oldest !== null && (
        <CardRow name={t('status.files.oldest')}>
          <RelativeTime date={toRemove.oldest} />
        </CardRow>
      )}
      <CardRow name={t('status.files.checked')}>
        {check ? <RelativeTime date={check.checked} /> : t('status.never')}
      </CardRow>
      {check && (
        <>
          <CardRow name={t('status.files.used')}>{count(check.used)}</CardRow>
          <CardRow name={t('status.files.unused')} isBad={check.unused > check.used}>
            {count(check.unused)}
          </CardRow>
          <CardRow name={t('status.files.removed')}>{count(check.removed)}</CardRow>
        </>
      )}
    </Card>
  );
}

function JobsCard({ jobs }: { jobs: Status['jobs'] }) {
  const { t } = useTranslation();
  const { count } = useFormatters();
  return (
    <Card title={t('status.jobs.title')}>
      <CardRow name={t('status.jobs.failed')} isBad={jobs.failed > 0}>
        {count(jobs.failed)}
      </CardRow>
      <CardRow name={t('status.jobs.running')}>{count(jobs.running)}</CardRow>
      <CardRow name={t('status.jobs.waiting')}>{count(jobs.waiting)}</CardRow>
      <CardRow name={t('status.jobs.oldest')}>
        {jobs.oldest === null ? emptyValue : <RelativeTime date={jobs.oldest} />}
      </CardRow>
    </Card>
  );
}

function BackupsCard({ backups: { last, good, planned } }: { backups: Status['backups'] }) {
  const { t } = useTranslation();
  const { size } = useFormatters();
  return (
    <Card title={t('status.backups.title')}>
      <CardRow name={t('status.backups.planned')}>{planned ? t('status.on') : t('status.off')}</CardRow>
      <CardRow name={t('status.backups.good')}>
        {good === null ? t('status.never') : <RelativeTime date={good} />}
      </CardRow>
      {last !== null && last.fault === null && <CardRow name={t('status.size')}>{size(last.bytes)}</CardRow>}
      {last !== null && last.fault !== null && (
        <CardRow name={t('status.backups.fault')} isBad>
          <bdi>{last.fault}</bdi>
        </CardRow>
      )}
    </Card>
  );
}

function MailCard({ mail }: { mail: Status['mail'] }) {
  const { t } = useTranslation();
  const { count } = useFormatters();
  return (
    <Card title={t('status.mail.title')}>
      <CardRow name={t('status.mail.way')}>
        {mail.leaves ? t('status.mail.leaves') : t('status.mail.stays')}
      </CardRow>
      <CardRow name={t('status.mail.waiting')}>{count(mail.waiting - (mail.held ?? 0))}</CardRow>
      {mail.held !== undefined && (
        <CardRow name={t('status.mail.held')} isBad={mail.held > 0}>
          {count(mail.held)}
        </CardRow>
      )}
      <CardRow name={t('status.mail.failed')} isBad={mail.failed > 0}>
        {count(mail.failed)}
      </CardRow>
    </Card>
  );
}

/** The names of gateways are not translated. */
function SmsCard({ texting }: { texting: Status['texting'] }) {
  const { t } = useTranslation();
  const { unauthenticated = [] } = texting;
  const { count } = useFormatters();
  return (
    <Card title={t('status.texts.title')}>
      <CardRow name={t('status.texts.gateways')}>
        {texting.providers.length === 0 ? t('status.off') : <bdi>{texting.providers.join(', ')}</bdi>}
      </CardRow>
      {unauthenticated.length > 0 && (
        <CardRow name={t('status.texts.unsafe')} isBad>
          <bdi>{unauthenticated.join(', ')}</bdi>
        </CardRow>
      )}
      <CardRow name={t('status.texts.failed')} isBad={texting.failed > 0}>
        {count(texting.failed)}
      </CardRow>
    </Card>
  );
}

/** Whether what connects the deployment with the outside works. Older servers do not say. keys: dataSources.name.* */
function ChannelsCard({ channels }: { channels: Status['channels'] }) {
  const { t } = useTranslation();
  if (!channels) return null;
  return (
    <Card title={t('status.channels.title')}>
      {channels.length === 0 && <CardRow name={t('status.channels.none')}>{emptyValue}</CardRow>}
      {channels.map(({ kind, id, name, status }) => (
        <CardRow
          key={`${kind} ${id}`}
          name={kind === 'source' && isProviderId(id) ? t(`dataSources.name.${id}`) : name}
        >
          <ChannelState state={status.state} /> <ChannelDetail status={status} />
        </CardRow>
      ))}
    </Card>
  );
}

/** Older servers send no limits. */
function NotificationsCard({ notifications }: { notifications: Status['notifications'] }) {
  const { t } = useTranslation();
  const { count } = useFormatters();
  if (!notifications) return null;
  const { sent, paused, limits } = notifications;
  const formatLimit = (limit: number) => (limit === 0 ? t('status.notifications.none') : count(limit));
  return (
    <Card title={t('status.notifications.title')}>
      <CardRow name={t('status.notifications.sent')}>{count(sent)}</CardRow>
      <CardRow name={t('status.notifications.paused')} isBad={paused > 0}>
        {count(paused)}
      </CardRow>
      <CardRow name={t('status.notifications.account')}>{formatLimit(limits.account)}</CardRow>
      <CardRow name={t('status.notifications.deployment')}>{formatLimit(limits.deployment)}</CardRow>
    </Card>
  );
}

function CacheCard({ remembered: cache }: { remembered: Status['remembered'] }) {
  const { t } = useTranslation();
  const { count, share, size } = useFormatters();
  const lookups = cache.found + cache.made;
  return (
    <Card title={t('status.remembered.title')}>
      <CardRow name={t('status.remembered.answers')}>{count(cache.answers)}</CardRow>
      <CardRow name={t('status.size')}>
        {t('status.of', { part: size(cache.bytes), whole: size(cache.most) })}
      </CardRow>
      <CardRow name={t('status.remembered.found')}>
        {lookups === 0 ? emptyValue : share(cache.found / lookups)}
      </CardRow>
    </Card>
  );
}

function ServerCard({ status }: { status: Status }) {
  const { t } = useTranslation();
  const { size } = useFormatters();
  return (
    <Card title={t('status.server.title')}>
      <CardRow name={t('status.server.version')}>
        <bdi>{status.version}</bdi>
      </CardRow>
      <CardRow name={t('status.server.since')}>
        <RelativeTime date={status.process.started} />
      </CardRow>
      <CardRow name={t('status.server.memory')}>{size(status.process.memory)}</CardRow>
      <CardRow name={t('status.server.runtime')}>
        <bdi>{status.process.runtime}</bdi>
      </CardRow>
    </Card>
  );
}
