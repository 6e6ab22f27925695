import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Concern } from '@waypost/contract/status/status';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import classes from './status-page.module.css';

/** The settings page that helps with each problem. */
const helpPages: Partial<
  Record<Concern, { name: 'jobs' | 'outbox' | 'datasources'; to: NonNullable<LinkProps['to']> }>
> = {
  'jobs-failed': { name: 'jobs', to: '/settings/jobs' },
  'jobs-late': { name: 'jobs', to: '/settings/jobs' },
  'backup-failed': { name: 'jobs', to: '/settings/jobs' },
  'mail-held': { name: 'outbox', to: '/settings/outbox' },
  'mail-waits': { name: 'outbox', to: '/settings/outbox' },
  'mail-failed': { name: 'outbox', to: '/settings/outbox' },
  'gateway-unauthenticated': { name: 'datasources', to: '/settings/datasources' },
  'channels-failing': { name: 'datasources', to: '/settings/datasources' },
  'texts-failed': { name: 'datasources', to: '/settings/datasources' },
  'messages-unprocessed': { name: 'datasources', to: '/settings/datasources' },
};

/** The problems that need attention, with links to the pages that help. keys: status.concern.* */
export function ConcernList({ of }: { of: readonly Concern[] }) {
  const { t } = useTranslation();
  const id = useId();
  if (of.length === 0)
    return (
      <p className={classes['allClear']}>
        <Icon icon={IconCircleCheck} />
        {t('status.well')}
      </p>
    );
  return (
    <section aria-labelledby={id} className={classes['concerns']}>
      <h2 id={id} className={classes['title']}>
        {t('status.look')}
      </h2>
      <ul>
        {of.map((concern) => (
          <li key={concern}>
            <Icon icon={IconAlertTriangle} />
            <span>
              {t(`status.concern.${concern}`)} <HelpLink about={concern} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HelpLink({ about }: { about: Concern }) {
  const { t } = useTranslation();
  const help = helpPages[about];
  return help ? <TextLink to={help.to}>{t(`settings.entry.${help.name}.title`)}</TextLink> : null;
}
