/** Durations in words, as the browser writes them in each language. */
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';

const hourMinutes = 60;
const dayMinutes = 1440;

/** The duration in the largest unit of which there are at least two, or one exactly. @param minutes at least 0 */
export function formatDuration(minutes: number, language: string): string {
  const [value, unit] =
    minutes >= 2 * dayMinutes || minutes === dayMinutes
      ? [minutes / dayMinutes, 'day']
      : minutes >= 2 * hourMinutes || minutes === hourMinutes
        ? [minutes / hourMinutes, 'hour']
        : [minutes, 'minute'];
  return new Intl.NumberFormat(resolveFormatLocale(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.floor(value));
}
