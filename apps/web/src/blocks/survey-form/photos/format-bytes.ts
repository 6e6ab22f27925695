/** File sizes in the reader's language. */

import i18next from 'i18next';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

const units = [
  { unit: 'gigabyte', bytes: 1_000_000_000, digits: 1 },
  { unit: 'megabyte', bytes: 1_000_000, digits: 1 },
] as const;
const smallestUnit = { unit: 'kilobyte', bytes: 1000, digits: 0 } as const;

/** `2.4 GB`, `4.2 MB`, `610 kB`. */
export function formatBytes(count: number): string {
  const { unit, bytes, digits } = units.find((it) => count >= it.bytes) ?? smallestUnit;
  return new Intl.NumberFormat(resolveFormatLocale(i18next.language), {
    style: 'unit',
    unit,
    maximumFractionDigits: digits,
  }).format(count / bytes);
}
