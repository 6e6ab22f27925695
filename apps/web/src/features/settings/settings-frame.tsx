import '../../ui/i18n/settings-labels.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useAccount } from '../../api/session.ts';
import { listVisibleSettings } from '../../blocks/settings/settings-entries.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { contentId } from '../../ui/navigation/skip-link.tsx';
import { useScrollRestoration } from '../../ui/navigation/use-scroll-restoration.ts';
import classes from './settings-frame.module.css';
import { settingsIcons } from './settings-icons.ts';

const currentPageProps = { 'aria-current': 'page' } as const;

const scrollAreaId = 'settings';

/** Layout of the settings pages: with a side menu on wide screens; on phones the page alone, with a back link. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const account = useAccount();
  const { features } = useConfig();
  const content = useRef<HTMLElement>(null);
  useScrollRestoration(content, scrollAreaId);
  return (
    <div className={classes['frame']}>
      <nav className={classes['side']} aria-label={t('settings.title')}>
        <Link
          to="/settings"
          className={classes['home']}
          activeOptions={{ exact: true }}
          activeProps={currentPageProps}
        >
          {t('settings.title')}
        </Link>
        {listVisibleSettings(account, features).map(({ group, entries }) => (
          <div key={group} className={classes['group']}>
            <h2 id={`settings-${group}`}>{t(`settings.group.${group}`)}</h2>
            <ul aria-labelledby={`settings-${group}`}>
              {entries.map(({ name, to }) => (
                <li key={name}>
                  <Link to={to} className={classes['link']} activeProps={currentPageProps}>
                    <Icon icon={settingsIcons[name]} size={18} />
                    {t(`settings.entry.${name}.title`)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <main
        ref={content}
        id={contentId}
        tabIndex={-1}
        data-quiet-focus
        data-scrolls-to-top
        data-scroll-restoration-id={scrollAreaId}
        className={classes['content']}
      >
        {children}
      </main>
    </div>
  );
}
