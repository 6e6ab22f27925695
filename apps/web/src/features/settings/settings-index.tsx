import { Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useAccount } from '../../api/session.ts';
import { listVisibleSettings } from '../../blocks/settings/settings-entries.ts';
import { SetupProgressCard } from '../../blocks/setup-assistant/setup-progress.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import { settingsIcons } from './settings-icons.ts';
import classes from './settings-index.module.css';

/** The index of the settings, with links to all pages (spec 3 §2). */
export function SettingsIndex() {
  const { t } = useTranslation();
  const account = useAccount();
  const { site, features } = useConfig();
  return (
    <div className={classes['page']}>
      <header className={classes['site']}>
        <img src={site.image_header || '/favicon.svg'} alt="" className={classes['picture']} />
        <div className={classes['content']}>
          <Text size="sm" c="dimmed">
            {t('settings.title')}
          </Text>
          <ScreenTitle title={t('settings.of', { site: site.name || 'Waypost' })} size="h2">
            {site.name || 'Waypost'}
          </ScreenTitle>
          {site.description && (
            <Text dir="auto" c="dimmed">
              {site.description}
            </Text>
          )}
        </div>
      </header>
      <SetupProgressCard />
      {listVisibleSettings(account, features).map(({ group, entries }) => (
        <section key={group} className={classes['group']} aria-labelledby={`index-${group}`}>
          <h2 id={`index-${group}`}>{t(`settings.group.${group}`)}</h2>
          <ul>
            {entries.map(({ name, to }) => (
              <li key={name}>
                <Link to={to} className={classes['entry']}>
                  <Icon icon={settingsIcons[name]} size={22} />
                  <span>
                    <strong>{t(`settings.entry.${name}.title`)}</strong>
                    <span className={classes['text']}>{t(`settings.entry.${name}.text`)}</span>
                  </span>
                  <Icon icon={IconChevronRight} size={18} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
