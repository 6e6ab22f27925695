import type { ReviewShift } from '@waypost/contract/review/shift';
import { formatUnit } from '../../ui/i18n/format-unit.ts';

const hourMinutes = 60;
const dayMinutes = 1440;

/** A waiting time in the largest unit of which there are at least two, or one exactly. @param minutes at least 0 */
export function formatWaitingTime(minutes: number, language: string): string {
  const [value, unit] =
    minutes >= 2 * dayMinutes || minutes === dayMinutes
      ? [minutes / dayMinutes, 'day']
      : minutes >= 2 * hourMinutes || minutes === hourMinutes
        ? [minutes / hourMinutes, 'hour']
        : [minutes, 'minute'];
  return formatUnit(Math.floor(value), unit, language, { unitDisplay: 'long', maximumFractionDigits: 0 });
}

/** The median waiting time of a shift, or a dash while nothing waits. */
export const formatMedian = ({ median_minutes }: ReviewShift, language: string): string =>
  median_minutes === null ? '–' : formatWaitingTime(median_minutes, language);
