/** Around every page of the settings area: the other pages at the side on a desk; on a phone the page alone, with a way back. */
import '../../ui/settings-words.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useAccount } from '../../api/session.ts';
import { offeredSettings } from '../../blocks/settings/settings-entries.ts';
import { useLoadedWords } from '../../ui/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { contentId } from '../../ui/skip-link.tsx';
import classes from './settings-frame.module.css';

const here = { 'aria-current': 'page' } as const;

export function SettingsFrame({ children }: { children: ReactNode }) {
  useLoadedWords();
  const { t } = useTranslation();
  const account = useAccount();
  const { features } = useConfig();
  return (
    <div className={classes['frame']}>
      <nav className={classes['side']} aria-label={t('settings.title')}>
        <Link to="/settings" className={classes['home']} activeOptions={{ exact: true }} activeProps={here}>
          {t('settings.title')}
        </Link>
        {offeredSettings(account, features).map(({ group, entries }) => (
          <section key={group} className={classes['group']} aria-labelledby={`settings-${group}`}>
            <h2 id={`settings-${group}`}>{t(`settings.group.${group}`)}</h2>
            <ul>
              {entries.map(({ name, to, icon }) => (
                <li key={name}>
                  <Link to={to} className={classes['link']} activeProps={here}>
                    <Icon of={icon} size={18} />
                    {t(`settings.entry.${name}.title`)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <main id={contentId} tabIndex={-1} data-quiet-focus className={classes['content']}>
        {children}
      </main>
    </div>
  );
}
