import { IconDots, IconList, IconLogin2, IconMap2, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount, useIsLoginRequired } from '../../../api/session.ts';
import { ReportMenu } from '../../../blocks/report/report-menu.tsx';
import { UserAvatar } from '../../../blocks/user/user-avatar.tsx';
import { LazyMenu } from '../../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './navigation-bar.module.css';
import { useSecondaryNavigationItems } from './navigation-items.ts';
import { SiteLogo } from './site-logo.tsx';

const loadAccountMenu = () => import('./account-menu.tsx');
const loadMoreMenu = () => import('./more-menu.tsx');

const currentPageProps = { 'aria-current': 'page' } as const;
/** Filters in the URL do not make it another screen. */
const ignoreSearchOptions = { includeSearch: false };

/** The main navigation: a rail of 72 px on desktop, a bar at the bottom on a phone. One list, laid out by CSS. */
export function NavigationBar() {
  const { t } = useTranslation();
  const account = useAccount();
  const isLoginRequired = useIsLoginRequired();
  const modes = useSecondaryNavigationItems();
  const report = `${classes['item']} ${classes['report']}`;
  return (
    <nav className={classes['bar']} aria-label={t('nav.main')}>
      <SiteLogo />
      <Link
        to="/views/map"
        className={classes['item']}
        activeOptions={ignoreSearchOptions}
        activeProps={currentPageProps}
      >
        <Icon icon={IconMap2} />
        <span>{t('nav.map')}</span>
      </Link>
      <Link
        to="/views/data"
        className={classes['item']}
        activeOptions={ignoreSearchOptions}
        activeProps={currentPageProps}
      >
        <Icon icon={IconList} />
        <span>{t('nav.list')}</span>
      </Link>
      {modes.map(({ name, to, icon }) => (
        <Link
          key={name}
          to={to}
          className={`${classes['item']} ${classes['deskOnly']}`}
          activeProps={currentPageProps}
        >
          <Icon icon={icon} />
          <span>{t(`nav.${name}`)}</span>
        </Link>
      ))}
      {!isLoginRequired && (
        <ReportMenu
          renderLink={(surveyId) => (
            <Link to="/posts/create/$surveyId" params={{ surveyId }} className={report}>
              <ReportButtonContent />
            </Link>
          )}
          button={
            <button type="button" className={report}>
              <ReportButtonContent />
            </button>
          }
        />
      )}
      {account ? (
        <LazyMenu
          load={loadAccountMenu}
          menuProps={{ account }}
          target={
            <button type="button" className={`${classes['item']} ${classes['pushedToEnd']}`}>
              <UserAvatar hash={account.gravatar} name={account.realname ?? account.email} size={24} />
              <span>{t('nav.accountMenu')}</span>
            </button>
          }
        />
      ) : (
        <Link
          to="/login"
          className={`${classes['item']} ${classes['pushedToEnd']}`}
          activeProps={currentPageProps}
        >
          <Icon icon={IconLogin2} />
          <span>{t('nav.login')}</span>
        </Link>
      )}
      <LazyMenu
        load={loadMoreMenu}
        menuProps={{}}
        target={
          <button type="button" className={classes['item']}>
            <Icon icon={IconDots} />
            <span>{t('nav.more')}</span>
          </button>
        }
      />
    </nav>
  );
}

function ReportButtonContent() {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes['plus']}>
        <Icon icon={IconPlus} size={22} />
      </span>
      <span>{t('nav.report')}</span>
    </>
  );
}
