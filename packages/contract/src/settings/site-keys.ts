/** The keys of the configuration group `site` (API v3 §2.13). A new one begins here: docs/how-to/setting.md */
import { z } from 'zod';
import { ruleError } from '../common/field-errors.ts';
import { isTimezone } from '../common/is-timezone.ts';
import { limits } from '../common/limits.ts';
import { BooleanIn, SingleLineText } from '../common/scalars.ts';
import type { SettingDescription, SettingSchemas } from './setting-description.ts';

/** When a visitor's report is held for review, whatever its survey says: `pressure` while many reports arrive. */
export const visitorHoldPolicies = ['never', 'pressure', 'always'] as const;
const VisitorHoldPolicy = z.enum(visitorHoldPolicies);

/** Codes that name no country: those that ISO 3166-1 leaves to users, but for Kosovo, and unions of states. */
const noCountryPattern = /^(?:AA|Q[M-Z]|X(?!K).|ZZ|EU|EZ|UN)$/;

const isCountryCode = (code: string) =>
  /^[A-Z]{2}$/.test(code) &&
  !noCountryPattern.test(code) &&
  new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;

/** The URL signature of a stored file expires (docs/decisions/0005); the logo is served without one. */
const stripUrlSignature = (address: string) => address.replace(/(\/storage\/[^?]*)\?.*/s, '$1');

const siteName = SingleLineText.pipe(z.string().min(limits.siteName.min).max(limits.siteName.max));
const siteDescription = z.string().trim().max(limits.siteDescription);
const siteDataLicense = SingleLineText.pipe(z.string().max(limits.varchar));
const siteEmail = z.union([z.literal(''), z.email().max(limits.email)]);
const siteLanguage = z.string().min(2).max(limits.locale);

interface SiteKeyDescription extends SettingDescription {
  /** Only administrators may change it, and all of them are notified of a change. */
  isLocked: boolean;
}

/** Set by the operator through the environment. */
const setByOperator = { input: null, form: null, isLocked: false } as const;
/** Without a field in the general settings. */
const withoutField = { form: null, isLocked: false } as const;

export const siteKeys = {
  name: { read: z.string(), input: siteName, form: siteName, default: '', isLocked: false },
  description: {
    read: z.string(),
    input: siteDescription,
    form: siteDescription,
    default: '',
    isLocked: false,
  },
  email: { read: z.string(), input: siteEmail, form: siteEmail, default: '', isLocked: false },
  timezone: {
    ...withoutField,
    read: z.string(),
    input: z
      .string()
      .min(3)
      .max(255)
      .refine(isTimezone, { error: ruleError('invalid') }),
    default: 'UTC',
  },
  language: {
    read: z.string(),
    input: siteLanguage,
    form: siteLanguage,
    default: 'en-US',
    isLocked: false,
  },
  /** Extension: the country of the deployment (ISO 3166-1, two letters), for phone numbers. Absent or empty: not stated. */
  country: {
    ...withoutField,
    read: z.string().optional(),
    input: z.union([z.literal(''), z.string().refine(isCountryCode, { error: ruleError('invalid') })], {
      error: ruleError('invalid'),
    }),
    default: undefined,
  },
  date_format: {
    ...withoutField,
    read: z.string(),
    input: z
      .string()
      .max(5)
      .regex(/^[a-zA-Z]\/[a-zA-Z]\/[a-zA-Z]$/),
    default: 'n/j/Y',
  },
  /** The base URL of links in mails; false: that of the server. */
  client_url: {
    read: z.union([z.string(), z.literal(false)]),
    input: z.unknown(),
    form: null,
    default: false,
    isLocked: true,
  },
  first_login: { ...withoutField, read: z.boolean(), input: BooleanIn, default: true },
  /** The plan. See `trialTiers`. */
  tier: { ...setByOperator, read: z.string(), default: 'free' },
  /** The end of a trial, and the end of its extension. Absent: it does not end. */
  expiration_date: { ...setByOperator, read: z.string().optional(), default: undefined },
  extension_date: { ...setByOperator, read: z.string().optional(), default: undefined },
  private: { read: z.boolean(), input: BooleanIn, form: z.boolean(), default: false, isLocked: false },
  /** The URL of the logo. */
  image_header: {
    read: z.string().nullish(),
    input: z.string().transform(stripUrlSignature).nullish(),
    form: z.string(),
    default: undefined,
    isLocked: false,
  },
  /** Extension: under which licence the published reports may be used. Absent or empty: not stated. */
  data_license: {
    read: z.string().optional(),
    input: siteDataLicense,
    form: siteDataLicense,
    default: undefined,
    isLocked: false,
  },
  /** Extension: whether avatars may be fetched from Gravatar. Absent: they are drawn locally. */
  gravatar: { ...withoutField, read: z.boolean().optional(), input: BooleanIn, default: undefined },
  /**
   * Extension: whether the team has to give a reason before it sees hidden authors and contacts (docs/decisions/0073). Responses of
   * other endpoints then contain them for nobody. Absent: no reason is needed.
   */
  personal_data_reason: {
    read: z.boolean().optional(),
    input: BooleanIn,
    form: null,
    default: undefined,
    isLocked: true,
  },
  /** Extension: whether administrators get no daily summary of what the team did. Absent: they get it. */
  daily_summary_off: {
    read: z.boolean().optional(),
    input: BooleanIn,
    form: null,
    default: undefined,
    isLocked: true,
  },
  /** Extension: whether everyone sees how sure the team is about a report. Absent: only the team does. */
  show_verification: {
    read: z.boolean().optional(),
    input: BooleanIn,
    form: z.boolean(),
    default: undefined,
    isLocked: false,
  },
  /** Extension: whether the team sees how many reports each member decided within the last hour. Absent: it does not. */
  show_decisions: {
    read: z.boolean().optional(),
    input: BooleanIn,
    form: z.boolean(),
    default: undefined,
    isLocked: false,
  },
  /** Extension: whether reports of visitors are held for review. Absent: never. */
  hold_visitors: {
    read: VisitorHoldPolicy.optional(),
    input: VisitorHoldPolicy,
    form: VisitorHoldPolicy,
    default: undefined,
    isLocked: false,
  },
  /** Extension: the date of the terms of service. Absent or empty: nobody has to agree. */
  tos_release_date: {
    ...withoutField,
    read: z.string().nullish(),
    input: z.union([z.literal(''), z.null(), z.iso.date()]),
    default: undefined,
  },
  /** Extension: the URL of the terms. */
  tos_url: {
    ...withoutField,
    read: z.string().nullish(),
    input: z.union([z.literal(''), z.null(), z.url({ protocol: /^https?$/ }).max(limits.varchar)]),
    default: undefined,
  },
} satisfies Record<string, SiteKeyDescription>;

type SiteKeys = typeof siteKeys;

/** Keys with a field in the general settings. */
export type SiteFormKey = keyof SettingSchemas<SiteKeys, 'form'>;
/** Keys that only the operator sets: readable for everyone, not writable through the API. */
export type OperatorKey = Exclude<keyof SiteKeys, keyof SettingSchemas<SiteKeys, 'input'>>;
/** Keys that only administrators may change. */
export type LockedSiteKey = {
  [K in keyof SiteKeys]: SiteKeys[K]['isLocked'] extends true ? K : never;
}[keyof SiteKeys];

const findKeys = (test: (description: SiteKeyDescription) => boolean): string[] =>
  Object.entries(siteKeys).flatMap(([key, description]) => (test(description) ? [key] : []));

export const operatorKeys = findKeys(({ input }) => input === null) as OperatorKey[];
export const lockedSiteKeys = findKeys(({ isLocked }) => isLocked) as LockedSiteKey[];
