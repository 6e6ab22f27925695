import type { ExpressionSpecification } from 'maplibre-gl';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

const MAX_EXPONENT = 7;

/**
 * Expression for the number on a cluster: exact below a thousand, then two digits in the compact notation of the language
 * ("1.2K", "12 ألف", "1.2万"), rounded down. The map library has no compact notation, so every step is computed in advance;
 * the pin's label has the exact count.
 */
export function buildCountLabel(count: ExpressionSpecification, language: string): ExpressionSpecification {
  const short = new Intl.NumberFormat(resolveFormatLocale(language), {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const steps: (number | string)[] = [];
  for (let exponent = 3; exponent <= MAX_EXPONENT; exponent++) {
    for (let digits = 10; digits < 100; digits++) {
      const threshold = digits * 10 ** (exponent - 1);
      steps.push(threshold, short.format(threshold));
    }
  }
  const exact: ExpressionSpecification = ['number-format', count, { locale: language }];
  return ['step', count, exact, ...steps] as unknown as ExpressionSpecification;
}
