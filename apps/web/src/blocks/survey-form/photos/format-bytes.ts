/** File sizes in the reader's language. */

import i18next from 'i18next';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

/** `4.2 MB`, `610 kB`. */
export function formatBytes(bytes: number): string {
  const inMegabytes = bytes >= 1_000_000;
  return new Intl.NumberFormat(resolveFormatLocale(i18next.language), {
    style: 'unit',
    unit: inMegabytes ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: inMegabytes ? 1 : 0,
  }).format(bytes / (inMegabytes ? 1_000_000 : 1000));
}
