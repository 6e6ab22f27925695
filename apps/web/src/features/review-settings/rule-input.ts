/** The form of a rule of urgency: its values, and the request that they make. */
import { type UrgencyKind, type UrgencyRule, UrgencyRuleInput } from '@waypost/contract/review/urgency';
import { z } from 'zod';
import type { LatLon } from '../../blocks/map-canvas/map-types.ts';

/** The values of the inputs; '' means nothing is entered. */
export interface RuleValues extends Record<string, unknown> {
  kind: UrgencyKind;
  weight: string;
  tag: string;
  form: string;
  /** One word or phrase in each line. */
  words: string;
  name: string;
  location: LatLon | null;
  within_km: string;
  hours: string;
}

/** The values for a rule, or for a new one. */
export const readRuleValues = (rule: UrgencyRule | undefined): RuleValues => ({
  kind: rule?.kind ?? 'category',
  weight: String(rule?.weight ?? 1),
  tag: String(rule?.tag?.id ?? ''),
  form: String(rule?.form?.id ?? ''),
  words: rule?.words.join('\n') ?? '',
  name: rule?.kind === 'area' ? (rule.name ?? '') : '',
  location: rule?.location ?? null,
  within_km: String(rule?.within_km ?? ''),
  hours: String(rule?.hours ?? ''),
});

/** The request of these values. */
export const toRuleBody = ({ words, within_km, hours, tag, form, ...values }: RuleValues) => ({
  ...values,
  tag: tag === '' ? null : tag,
  form: form === '' ? null : form,
  words: words
    .split(/[\n,،、，;]/u)
    .map((word) => word.trim())
    .filter((word) => word !== ''),
  within_km: within_km === '' ? null : within_km,
  hours: hours === '' ? null : hours,
});

/** Validates the values as the server does. */
export const RuleForm = z.preprocess((values) => toRuleBody(values as RuleValues), UrgencyRuleInput);

/** The request that stores a rule as it is. */
export const toRuleInput = ({
  kind,
  weight,
  tag,
  form,
  name,
  words,
  location,
  within_km,
  hours,
}: UrgencyRule) => ({
  kind,
  weight,
  tag: tag?.id ?? null,
  form: form?.id ?? null,
  name: kind === 'area' ? name : null,
  words,
  location,
  within_km,
  hours,
});
