/** A plan in words: one list for its tab and for the comparison. keys: plan.fact.* */
import { type PlanName, plans } from '@waypost/contract/settings/plans';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';

export const planFactNames = [
  'price',
  'duration',
  'posts',
  'admins',
  'deployments',
  'targeted',
  'setUp',
  'training',
  'hosting',
  'support',
] as const;
type PlanFactName = (typeof planFactNames)[number];

/** @returns by the fact's name; null where the plan has nothing of the kind */
export function usePlanFacts(): (plan: PlanName) => Record<PlanFactName, string | null> {
  const { t, i18n } = useTranslation();
  const dollars = (amount: number) =>
    new Intl.NumberFormat(resolveFormatLocale(i18n.language), {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 0,
    }).format(amount);
  const from = (amount: number | undefined) =>
    amount === undefined ? null : t('plan.from', { amount: dollars(amount) });
  const monthlyFrom = (amount: number | undefined) =>
    amount === undefined ? null : t('plan.fromMonthly', { amount: dollars(amount) });
  const formatLimit = (count: number | null) =>
    count === null ? t('plan.noLimit') : t('plan.most', { count });
  return (name) => {
    const plan = plans[name];
    const { monthlyPrice: monthly, durationMonths: months, training, adminTraining } = plan;
    const trained = adminTraining
      ? t('plan.trainings', { amount: dollars(training ?? 0), admins: dollars(adminTraining) })
      : from(training);
    return {
      price:
        monthly === null
          ? t('plan.byParts')
          : monthly === 0
            ? t('plan.free')
            : t('plan.monthly', { amount: dollars(monthly) }),
      duration: months === null ? t('plan.endless') : t('plan.months', { count: months }),
      posts: formatLimit(plan.posts),
      admins: formatLimit(plan.admins),
      deployments: String(plan.deployments),
      targeted: t(plan.targetedSurveys ? 'plan.yes' : 'plan.no'),
      setUp: from(plan.setUp),
      training: trained,
      hosting: monthlyFrom(plan.hosting),
      support: monthlyFrom(plan.support),
    };
  };
}
