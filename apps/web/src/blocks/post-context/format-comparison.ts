/** Distances and durations in words. */
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';

const minuteSeconds = 60;
const hourSeconds = 3600;
const daySeconds = 86_400;

const formatUnit = (value: number, unit: string, language: string, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(resolveFormatLocale(language), { style: 'unit', unit, ...options }).format(value);

/** `200 m`, or `1.5 km` from a kilometre. */
export function formatDistance(metres: number, language: string): string {
  const isFar = metres >= 1000;
  return formatUnit(isFar ? metres / 1000 : metres, isFar ? 'kilometer' : 'meter', language, {
    maximumFractionDigits: metres < 10_000 ? 1 : 0,
  });
}

/** `10 minutes`, `3 hours` or `2 days`; null for less than a minute. */
export function formatDuration(seconds: number, language: string): string | null {
  const duration = Math.abs(seconds);
  if (duration < minuteSeconds) return null;
  const [unit, size] =
    duration < hourSeconds
      ? (['minute', minuteSeconds] as const)
      : duration < 2 * daySeconds
        ? (['hour', hourSeconds] as const)
        : (['day', daySeconds] as const);
  return formatUnit(Math.round(duration / size), unit, language, { unitDisplay: 'long' });
}
