/**
 * Above the screens of a deployment on trial: that it is a demonstration, and how far the trial is, in words for those who
 * run it and others for those who visit (spec 1 §4).
 * keys: trial.member.* trial.visitor.*
 */
import { CloseButton } from '@mantine/core';
import { IconHourglass, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/limits';
import { listPosts } from '@waypost/contract/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { read } from '../../api/query-client.ts';
import { useAccount } from '../../api/session.ts';
import { PlansLink } from '../../blocks/feature-notice/plans-link.tsx';
import { keepText, keptText } from '../../ui/device-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { trialState } from './trial-state.ts';
import classes from './trial-strip.module.css';

const demoTier = 'demo_1';
/** Kept for the tab: who comes back another day is told again. */
const dismissed = 'waypost.demoNotice';

function DemoNotice() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(() => keptText('sessionStorage', dismissed) === null);
  if (!shown) return null;
  function dismiss() {
    keepText('sessionStorage', dismissed, 'dismissed');
    setShown(false);
  }
  return (
    <div className={classes['line']}>
      <Icon of={IconInfoCircle} size={18} />
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
  const { data } = useQuery(read(listPosts, { query: { limit: 1, status: ['all'] } }, { quiet: true }));
  const { name, days } = trialState(site, data?.total_count ?? 0);
  const reader = account ? 'member' : 'visitor';
  return (
    <div className={classes['line']} data-urgent={name !== 'running' || undefined}>
      <Icon of={IconHourglass} size={18} />
      <p>{t(`trial.${reader}.${name}`, { count: days, posts: limits.trialPosts })}</p>
      {account && <PlansLink label={t('limit.upgrade')} size="compact-sm" variant="default" />}
    </div>
  );
}

export default function TrialStrip() {
  const { t } = useTranslation();
  const { site } = useConfig();
  return (
    <section className={classes['strip']} aria-label={t('trial.title')}>
      {site.tier === demoTier && <DemoNotice />}
      <TrialBanner />
    </section>
  );
}
