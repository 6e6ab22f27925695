/** The modes: a rail of 72 px on a desk, a bar under the thumb on a phone. One list, laid out by CSS. */
import { IconDots, IconList, IconLogin2, IconMap2, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount, useIsShutOut } from '../../api/session.ts';
import { ReportMenu } from '../../blocks/report/report-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import classes from './mode-bar.module.css';
import { useMoreModes } from './modes.ts';
import { SiteMark } from './site-mark.tsx';

const moreMenu = () => import('./more-menu.tsx');

const here = { 'aria-current': 'page' } as const;
/** Filters in the address make no other screen of it. */
const whatever = { includeSearch: false };

export function ModeBar() {
  const { t } = useTranslation();
  const account = useAccount();
  const isShutOut = useIsShutOut();
  const modes = useMoreModes();
  const report = `${classes['item']} ${classes['report']}`;
  return (
    <nav className={classes['bar']} aria-label={t('nav.main')}>
      <SiteMark />
      <Link to="/views/map" className={classes['item']} activeOptions={whatever} activeProps={here}>
        <Icon of={IconMap2} />
        <span>{t('nav.map')}</span>
      </Link>
      <Link to="/views/data" className={classes['item']} activeOptions={whatever} activeProps={here}>
        <Icon of={IconList} />
        <span>{t('nav.list')}</span>
      </Link>
      {modes.map(({ name, to, icon }) => (
        <Link key={name} to={to} className={`${classes['item']} ${classes['deskOnly']}`} activeProps={here}>
          <Icon of={icon} />
          <span>{t(`nav.${name}`)}</span>
        </Link>
      ))}
      {!isShutOut && (
        <ReportMenu
          renderLink={(surveyId) => (
            <Link to="/posts/create/$surveyId" params={{ surveyId }} className={report}>
              <ReportFace />
            </Link>
          )}
          button={
            <button type="button" className={report}>
              <ReportFace />
            </button>
          }
        />
      )}
      {!account && (
        <Link to="/login" className={`${classes['item']} ${classes['apart']}`} activeProps={here}>
          <Icon of={IconLogin2} />
          <span>{t('nav.login')}</span>
        </Link>
      )}
      <LazyMenu
        load={moreMenu}
        given={{}}
        target={
          <button type="button" className={classes['item']}>
            <Icon of={IconDots} />
            <span>{t('nav.more')}</span>
          </button>
        }
      />
    </nav>
  );
}

function ReportFace() {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes['plus']}>
        <Icon of={IconPlus} size={22} />
      </span>
      <span>{t('nav.report')}</span>
    </>
  );
}
