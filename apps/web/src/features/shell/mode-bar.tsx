/** The modes: a rail of 72 px on a desk, a bar under the thumb on a phone. One list, laid out by CSS. */
import { IconList, IconLogin2, IconMap2, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { ReportMenu } from '../../blocks/report/report-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import classes from './mode-bar.module.css';
import { MoreMenu } from './more-menu.tsx';
import { SiteMark } from './site-mark.tsx';

export function ModeBar() {
  const { t } = useTranslation();
  const phone = usePhone();
  const account = useAccount();
  return (
    <nav className={classes['bar']} aria-label={t('nav.main')}>
      <SiteMark />
      <Link to="/views/map" className={classes['item']} activeProps={{ 'aria-current': 'page' }}>
        <Icon of={IconMap2} />
        <span>{t('nav.map')}</span>
      </Link>
      <Link to="/views/data" className={classes['item']} activeProps={{ 'aria-current': 'page' }}>
        <Icon of={IconList} />
        <span>{t('nav.list')}</span>
      </Link>
      <ReportMenu
        position={phone ? 'top' : 'right-start'}
        render={(survey) =>
          survey ? (
            <Link
              to="/posts/create/$surveyId"
              params={{ surveyId: String(survey.id) }}
              className={`${classes['item']} ${classes['report']}`}
            >
              <ReportFace />
            </Link>
          ) : (
            <button type="button" className={`${classes['item']} ${classes['report']}`}>
              <ReportFace />
            </button>
          )
        }
      />
      {!account && (
        <Link
          to="/login"
          className={`${classes['item']} ${classes['apart']}`}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon of={IconLogin2} />
          <span>{t('nav.login')}</span>
        </Link>
      )}
      <MoreMenu className={classes['item'] ?? ''} />
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
