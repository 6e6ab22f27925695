/** The plans that a hosted Waypost is offered in (spec 3 §2, "Plans", §9). Dollars; what begins with `from` is the least. */
import { z } from 'zod';
import { limits } from '../common/limits.ts';

/** Tiers that people sign up for by themselves. */
export const signUpTiers = { demo: 'demo_1', basic: 'level_1' } as const;

/** Tiers of plans that are no longer offered (spec 3 §2: they moved between 8 and 12 October 2018). */
export const legacyTiers: readonly string[] = [
  'free',
  'surveyor',
  'responder',
  'free-pre-jun-2016',
  'zerorated',
];
export const legacyTierMigration = { from: '2018-10-08', to: '2018-10-12' } as const;

export const planNames = ['demo', 'basic', 'single', 'multiple'] as const;
export type PlanName = (typeof planNames)[number];

interface Plan {
  /** Dollars a month; null where the parts below are paid. */
  monthlyPrice: number | null;
  /** Months that it lasts; null is without end. */
  durationMonths: number | null;
  /** Null is without limit. */
  posts: number | null;
  /** Administrators and custom roles; null is without limit. */
  admins: number | null;
  deployments: number;
  targetedSurveys: boolean;
  /** From so many dollars. */
  setUp?: number;
  training?: number;
  adminTraining?: number;
  hosting?: number;
  support?: number;
}

export const plans: Readonly<Record<PlanName, Plan>> = {
  demo: { monthlyPrice: 0, durationMonths: 1, posts: 25, admins: 25, deployments: 1, targetedSurveys: true },
  basic: {
    monthlyPrice: 499,
    durationMonths: null,
    posts: null,
    admins: 25,
    deployments: 1,
    targetedSurveys: false,
  },
  single: {
    monthlyPrice: null,
    durationMonths: null,
    posts: null,
    admins: 25,
    deployments: 1,
    targetedSurveys: true,
    setUp: 15_000,
    training: 1500,
    hosting: 999,
    support: 1500,
  },
  multiple: {
    monthlyPrice: null,
    durationMonths: null,
    posts: null,
    admins: null,
    deployments: 5,
    targetedSurveys: true,
    setUp: 50_000,
    training: 6000,
    adminTraining: 7500,
    hosting: 2000,
    support: 3000,
  },
};

/** Dollars a year, below which a small non-profit has the Basic plan for nothing. */
export const freeBasicMaxBudget = 250_000;

const planText = z.string().trim().max(limits.varchar);

/** What somebody who wants a plan tells of themselves (spec 3 §5). */
export const PlanContactForm = z.object({
  name: planText.min(1),
  email: planText.min(1).regex(/^[^\s@]+@[^\s@]+\.[a-z]{2,5}$/i),
  phone: planText.min(1),
  organization: planText,
});
