/** A rule of urgency in words, for the settings and for the report that it matches. keys: urgency.rule.* */
import './urgency-labels.ts';
import type { UrgencyRule } from '@waypost/contract/review/urgency';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';

/** @returns a function that describes a rule */
export function useRuleText(): (rule: UrgencyRule) => string {
  const { t, i18n } = useTranslation();
  const locale = resolveFormatLocale(i18n.language);
  const list = new Intl.ListFormat(locale, { type: 'unit' });
  const distance = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: 1,
  });
  return ({ kind, name, words, location, within_km, hours }) => {
    const place = name ?? (location ? `${location.lat}, ${location.lon}` : '');
    return t(`urgency.rule.${kind}`, {
      name: kind === 'area' ? place : (name ?? ''),
      words: list.format(words),
      distance: distance.format(within_km ?? 0),
      count: hours ?? 0,
    });
  };
}
