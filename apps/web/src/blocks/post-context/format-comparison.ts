/** Distances and differences of time in words. */
import { formatUnit } from '../../ui/i18n/format-unit.ts';

const minuteSeconds = 60;
/** Units with their size and the duration below which they are used, in seconds. */
const durationSteps: readonly [unit: string, size: number, limit: number][] = [
  ['minute', minuteSeconds, 3600],
  ['hour', 3600, 172_800],
  ['day', 86_400, 5_184_000],
  ['month', 2_629_746, 63_113_904],
  ['year', 31_556_952, Number.POSITIVE_INFINITY],
];

/** `200 m`, or `1.5 km` from a kilometre. */
export function formatDistance(metres: number, language: string): string {
  const isFar = metres >= 1000;
  return formatUnit(isFar ? metres / 1000 : metres, isFar ? 'kilometer' : 'meter', language, {
    maximumFractionDigits: metres < 10_000 ? 1 : 0,
  });
}

/** `10 minutes`, `3 hours`, `2 days`, and so on; null for less than a minute. */
export function formatTimeDifference(seconds: number, language: string): string | null {
  const difference = Math.abs(seconds);
  const step = durationSteps.find(([, , limit]) => difference < limit);
  if (!step || difference < minuteSeconds) return null;
  const [unit, size] = step;
  return formatUnit(Math.round(difference / size), unit, language, {
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  });
}
