/** The plans of hosted deployments (spec 3 §2, "Plans", §9). Prices in US dollars. */
import { z } from 'zod';
import { limits } from '../common/limits.ts';

/** Tiers with self-service sign-up. */
export const signUpTiers = { demo: 'demo_1', basic: 'level_1' } as const;

/** Tiers of plans that are no longer offered (spec 3 §2, "Plans": migrated between 8 and 12 October 2018). */
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
  /** Dollars a month; null if the price is in the parts below. */
  monthlyPrice: number | null;
  /** Duration in months; null for unlimited. */
  durationMonths: number | null;
  /** Null for unlimited. */
  posts: number | null;
  /** Administrators and custom roles; null for unlimited. */
  admins: number | null;
  deployments: number;
  targetedSurveys: boolean;
  /** Minimum price of the set-up in dollars. */
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

/** Yearly budget in dollars below which a small non-profit gets the Basic plan for free. */
export const freeBasicMaxBudget = 250_000;

const planText = z.string().trim().max(limits.varchar);

/** The form to request a plan (spec 3 §5). */
export const PlanContactForm = z.object({
  name: planText.min(1),
  email: planText.min(1).regex(/^[^\s@]+@[^\s@]+\.[a-z]{2,5}$/i),
  phone: planText.min(1),
  organization: planText,
});
