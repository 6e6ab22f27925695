/** A plan in words: one list for its tab and for the comparison. keys: plan.fact.* */
import { type PlanName, plans } from '@waypost/contract/plans';
import { useTranslation } from 'react-i18next';
import { formatsOf } from '../../ui/formats-of.ts';

export const factNames = [
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
type FactName = (typeof factNames)[number];

/** @returns by the fact's name; null where the plan has nothing of the kind */
export function usePlanFacts(): (plan: PlanName) => Record<FactName, string | null> {
  const { t, i18n } = useTranslation();
  const dollars = (amount: number) =>
    new Intl.NumberFormat(formatsOf(i18n.language), {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 0,
    }).format(amount);
  const from = (amount: number | undefined) =>
    amount === undefined ? null : t('plan.from', { amount: dollars(amount) });
  const monthlyFrom = (amount: number | undefined) =>
    amount === undefined ? null : t('plan.fromMonthly', { amount: dollars(amount) });
  const most = (count: number | null) => (count === null ? t('plan.noLimit') : t('plan.most', { count }));
  return (name) => {
    const plan = plans[name];
    const { monthly, months, training, adminTraining } = plan;
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
      posts: most(plan.posts),
      admins: most(plan.admins),
      deployments: String(plan.deployments),
      targeted: t(plan.targetedSurveys ? 'plan.yes' : 'plan.no'),
      setUp: from(plan.setUp),
      training: trained,
      hosting: monthlyFrom(plan.hosting),
      support: monthlyFrom(plan.support),
    };
  };
}
