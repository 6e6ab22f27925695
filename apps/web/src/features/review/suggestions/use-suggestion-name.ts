import type { Suggestion } from '@waypost/contract/review/suggestions';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

/** @returns a function that names what is suggested; a place with its country, or by its coordinates */
export function useSuggestionName(): (suggestion: Suggestion) => string {
  const { i18n } = useTranslation();
  const locale = resolveFormatLocale(i18n.language);
  return ({ name, country, location }) => {
    if (name === null) return location ? `${location.lat}, ${location.lon}` : '';
    if (country === null) return name;
    const region = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(country);
    return `${name}, ${region}`;
  };
}
