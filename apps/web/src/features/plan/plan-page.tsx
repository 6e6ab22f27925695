import { legacyTierMigration, legacyTiers } from '@waypost/contract/settings/plans';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useAccount } from '../../api/session.ts';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { CurrentPlan } from './current-plan.tsx';
import { PlanComparison } from './plan-comparison.tsx';
import classes from './plan-page.module.css';
import { PlanQuestions } from './plan-questions.tsx';
import { PlanTabs } from './plan-tabs.tsx';

/**
 * The deployment's plan, the plans there are, and how to get another (spec 3 §2, "Plans"; spec 1 §6). Nothing is sent anywhere
 * unless the operator of the server says where: signing up and asking lead to addresses from the environment. Where the
 * operator sells no plans (`views.plan` is off), the upgrade links lead to what the deployment contains, and nothing else.
 */
export function PlanPage() {
  const { t } = useTranslation();
  const { site } = useConfig();
  const isAdmin = useAccount()?.role === 'admin';
  const sellsPlans = useFeature('views-plan');
  if (!sellsPlans)
    return (
      <SettingsPage>
        <CurrentPlan />
      </SettingsPage>
    );
  return (
    <SettingsPage lead={t('plan.lead')}>
      {isAdmin && legacyTiers.includes(site.tier) && <LegacyNotice />}
      <CurrentPlan />
      <PlanTabs />
      <PlanComparison />
      <PlanQuestions />
    </SettingsPage>
  );
}

function LegacyNotice() {
  const { t, i18n } = useTranslation();
  const days = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return (
    <p className={classes['notice']} role="note">
      {t('plan.legacy', {
        days: days.formatRange(new Date(legacyTierMigration.from), new Date(legacyTierMigration.to)),
      })}
    </p>
  );
}
