/** The figures, in cards of a few lines each. */
import type { Status } from '@waypost/contract/status';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../blocks/survey-form/bytes-text.ts';
import { formatsOf } from '../../ui/formats-of.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './status-page.module.css';

/** What there is nothing to say of. */
const nothing = '–';

/** Numbers as the reader writes them. */
function useFigures() {
  const { i18n } = useTranslation();
  const locale = formatsOf(i18n.language);
  const format = (options?: Intl.NumberFormatOptions) => (value: number | null) =>
    value === null ? nothing : new Intl.NumberFormat(locale, options).format(value);
  const gigabytes = format({ style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });
  return {
    count: format(),
    share: format({ style: 'percent', maximumFractionDigits: 0 }),
    milliseconds: format({ style: 'unit', unit: 'millisecond' }),
    size: (bytes: number | null): string =>
      bytes === null ? nothing : bytes < gigabyte ? bytesText(bytes) : gigabytes(bytes / gigabyte),
  };
}

const gigabyte = 1_000_000_000;

export function StatusCards({ status }: { status: Status }) {
  return (
    <div className={classes['cards']}>
      <Load status={status} />
      <Database status={status} />
      <Disk status={status} />
      <Work jobs={status.jobs} />
      <Backups backups={status.backups} />
      <Mail mail={status.mail} />
      <Texting texting={status.texting} />
      <Notifications notifications={status.notifications} />
      <Memory remembered={status.remembered} />
      <Server status={status} />
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

function Line({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div className={classes['line']} data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd data-figures>{children}</dd>
    </div>
  );
}

function Load({ status: { requests } }: { status: Status }) {
  const { t } = useTranslation();
  const { count, milliseconds } = useFigures();
  return (
    <Card title={t('status.load.title')}>
      <Line name={t('status.load.answered')}>{count(requests.answered)}</Line>
      <Line name={t('status.load.usual')}>{milliseconds(requests.usual)}</Line>
      <Line name={t('status.load.slow')}>{milliseconds(requests.slow)}</Line>
      <Line name={t('status.load.failed')} isBad={requests.failed > 0}>
        {count(requests.failed)}
      </Line>
      <Line name={t('status.load.refused')} isBad={requests.refused > 0}>
        {count(requests.refused)}
      </Line>
    </Card>
  );
}

function Database({ status: { database } }: { status: Status }) {
  const { t } = useTranslation();
  const { count, size } = useFigures();
  const { open, idle, awaited, most } = database.connections;
  return (
    <Card title={t('status.database.title')}>
      <Line name={t('status.database.kind')}>{t(`status.database.${database.kind}`)}</Line>
      <Line name="PostgreSQL">
        <bdi>{database.version.split(' ')[0]}</bdi>
      </Line>
      <Line name={t('status.size')}>{size(database.bytes)}</Line>
      <Line name={t('status.database.connections')}>
        {t('status.of', { part: count(open - idle), whole: count(most) })}
      </Line>
      <Line name={t('status.database.awaited')} isBad={awaited > 0}>
        {count(awaited)}
      </Line>
    </Card>
  );
}

function Disk({ status: { disk, files } }: { status: Status }) {
  const { free, total } = disk;
  const { t } = useTranslation();
  const { share, size } = useFigures();
  const isKnown = free !== null && total !== null && total > 0;
  return (
    <Card title={t('status.disk.title')}>
      <Line name={t('status.disk.free')}>
        {isKnown ? t('status.of', { part: size(free), whole: size(total) }) : nothing}
      </Line>
      {isKnown && (
        <Line name={t('status.disk.used')}>
          <progress max={total} value={total - free} aria-label={t('status.disk.used')} />{' '}
          {share((total - free) / total)}
        </Line>
      )}
      <Line name={t('status.disk.files')} isBad={!files.answers}>
        {t(`status.disk.${files.answers ? files.kind : 'away'}`)}
      </Line>
    </Card>
  );
}

function Work({ jobs }: { jobs: Status['jobs'] }) {
  const { t } = useTranslation();
  const { count } = useFigures();
  return (
    <Card title={t('status.jobs.title')}>
      <Line name={t('status.jobs.failed')} isBad={jobs.failed > 0}>
        {count(jobs.failed)}
      </Line>
      <Line name={t('status.jobs.running')}>{count(jobs.running)}</Line>
      <Line name={t('status.jobs.waiting')}>{count(jobs.waiting)}</Line>
      <Line name={t('status.jobs.oldest')}>
        {jobs.oldest === null ? nothing : <RelativeTime date={jobs.oldest} />}
      </Line>
    </Card>
  );
}

function Backups({ backups: { last, good, planned } }: { backups: Status['backups'] }) {
  const { t } = useTranslation();
  const { size } = useFigures();
  return (
    <Card title={t('status.backups.title')}>
      <Line name={t('status.backups.planned')}>{planned ? t('status.on') : t('status.off')}</Line>
      <Line name={t('status.backups.good')}>
        {good === null ? t('status.never') : <RelativeTime date={good} />}
      </Line>
      {last !== null && last.fault === null && <Line name={t('status.size')}>{size(last.bytes)}</Line>}
      {last !== null && last.fault !== null && (
        <Line name={t('status.backups.fault')} isBad>
          <bdi>{last.fault}</bdi>
        </Line>
      )}
    </Card>
  );
}

function Mail({ mail }: { mail: Status['mail'] }) {
  const { t } = useTranslation();
  const { count } = useFigures();
  return (
    <Card title={t('status.mail.title')}>
      <Line name={t('status.mail.way')}>
        {mail.leaves ? t('status.mail.leaves') : t('status.mail.stays')}
      </Line>
      <Line name={t('status.mail.waiting')}>{count(mail.waiting)}</Line>
      {mail.held !== undefined && (
        <Line name={t('status.mail.held')} isBad={mail.held > 0}>
          {count(mail.held)}
        </Line>
      )}
      <Line name={t('status.mail.failed')} isBad={mail.failed > 0}>
        {count(mail.failed)}
      </Line>
    </Card>
  );
}

/** The names of gateways are their own in every language. */
function Texting({ texting }: { texting: Status['texting'] }) {
  const { t } = useTranslation();
  const { count } = useFigures();
  return (
    <Card title={t('status.texts.title')}>
      <Line name={t('status.texts.gateways')}>
        {texting.providers.length === 0 ? t('status.off') : <bdi>{texting.providers.join(', ')}</bdi>}
      </Line>
      <Line name={t('status.texts.failed')} isBad={texting.failed > 0}>
        {count(texting.failed)}
      </Line>
    </Card>
  );
}

/** Older servers bound nothing. */
function Notifications({ notifications }: { notifications: Status['notifications'] }) {
  const { t } = useTranslation();
  const { count } = useFigures();
  if (!notifications) return null;
  const { sent, paused, limits } = notifications;
  const limit = (most: number) => (most === 0 ? t('status.notifications.none') : count(most));
  return (
    <Card title={t('status.notifications.title')}>
      <Line name={t('status.notifications.sent')}>{count(sent)}</Line>
      <Line name={t('status.notifications.paused')} isBad={paused > 0}>
        {count(paused)}
      </Line>
      <Line name={t('status.notifications.account')}>{limit(limits.account)}</Line>
      <Line name={t('status.notifications.deployment')}>{limit(limits.deployment)}</Line>
    </Card>
  );
}

function Memory({ remembered }: { remembered: Status['remembered'] }) {
  const { t } = useTranslation();
  const { count, share, size } = useFigures();
  const asked = remembered.found + remembered.made;
  return (
    <Card title={t('status.remembered.title')}>
      <Line name={t('status.remembered.answers')}>{count(remembered.answers)}</Line>
      <Line name={t('status.size')}>
        {t('status.of', { part: size(remembered.bytes), whole: size(remembered.most) })}
      </Line>
      <Line name={t('status.remembered.found')}>
        {asked === 0 ? nothing : share(remembered.found / asked)}
      </Line>
    </Card>
  );
}

function Server({ status }: { status: Status }) {
  const { t } = useTranslation();
  const { size } = useFigures();
  return (
    <Card title={t('status.server.title')}>
      <Line name={t('status.server.version')}>
        <bdi>{status.version}</bdi>
      </Line>
      <Line name={t('status.server.since')}>
        <RelativeTime date={status.process.started} />
      </Line>
      <Line name={t('status.server.memory')}>{size(status.process.memory)}</Line>
      <Line name={t('status.server.runtime')}>
        <bdi>{status.process.runtime}</bdi>
      </Line>
    </Card>
  );
}
