/** How long ago, in the largest unit that fits: years, months, days, hours, minutes, seconds (spec 2 §9). Pure. */

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** @param now milliseconds of the epoch, like `date` */
export function timeSince(date: number, now: number, language: string): string {
  // A server whose clock runs ahead must not announce the future.
  const seconds = Math.max(0, Math.round((now - date) / 1000));
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return format.format(-Math.floor(seconds / size), unit);
}
