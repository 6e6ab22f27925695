import type { ExpressionSpecification } from 'maplibre-gl';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

const GREATEST_EXPONENT = 7;

/**
 * Expression for the number on a cluster: exact below a thousand, then the first two digits in the
 * language's own short form ("1.2K", "12 ألف", "1.2万"), rounded down. The map's own number formatting
 * knows no short forms, so every step is written out beforehand; the exact count is in the pin's label.
 */
export function buildCountLabel(count: ExpressionSpecification, language: string): ExpressionSpecification {
  const short = new Intl.NumberFormat(resolveFormatLocale(language), {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const steps: (number | string)[] = [];
  for (let exponent = 3; exponent <= GREATEST_EXPONENT; exponent++) {
    for (let digits = 10; digits < 100; digits++) {
      const least = digits * 10 ** (exponent - 1);
      steps.push(least, short.format(least));
    }
  }
  const exact: ExpressionSpecification = ['number-format', count, { locale: language }];
  return ['step', count, exact, ...steps] as unknown as ExpressionSpecification;
}
