import { CloseButton } from '@mantine/core';
import { IconHourglass, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import { listPosts } from '@waypost/contract/posts/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useAccount } from '../../../api/session.ts';
import { PlansLink } from '../../../blocks/feature-notice/plans-link.tsx';
import { getTrialState } from '../../../blocks/feature-notice/trial-state.ts';
import { readStoredText, storeText } from '../../../ui/browser/web-storage.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './trial-notices.module.css';

const demoTier = 'demo_1';
/** Stored for the tab, so that the notice is shown again another day. */
const dismissedKey = 'waypost.demoNotice';

function DemoNotice() {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(() => readStoredText('sessionStorage', dismissedKey) === null);
  if (!isShown) return null;
  function dismiss() {
    storeText('sessionStorage', dismissedKey, 'dismissed');
    setIsShown(false);
  }
  return (
    <div className={classes['notice']}>
      <Icon icon={IconInfoCircle} size={18} />
      <p>
        <strong>{t('trial.demo.title')}</strong> {t('trial.demo.text')}
      </p>
      <CloseButton size="md" aria-label={t('trial.demo.dismiss')} onClick={dismiss} />
    </div>
  );
}

function TrialBanner() {
  const { t } = useTranslation();
  const account = useAccount();
  const { site } = useConfig();
  const { data } = useQuery(buildEndpointQuery(listPosts, { query: { limit: 1, status: ['all'] } }));
  const { name, days } = getTrialState(site, data?.total_count ?? 0);
  const reader = account ? 'member' : 'visitor';
  return (
    <div className={classes['notice']} data-urgent={name !== 'running' || undefined}>
      <Icon icon={IconHourglass} size={18} />
      <p>{t(`trial.${reader}.${name}`, { count: days, posts: limits.trialPosts })}</p>
      {account && <PlansLink label={t('limit.upgrade')} size="compact-sm" variant="default" />}
    </div>
  );
}

/**
 * Notices of a trial deployment above its screens: that it is a demonstration and how long the trial lasts, with different texts
 * for members and visitors (spec 1 §4).
 * keys: trial.member.* trial.visitor.*
 */
export default function TrialNotices() {
  const { t } = useTranslation();
  const { site } = useConfig();
  return (
    <section className={classes['notices']} aria-label={t('trial.title')}>
      {site.tier === demoTier && <DemoNotice />}
      <TrialBanner />
    </section>
  );
}
