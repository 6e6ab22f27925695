/** Moments as the device's own date-and-time picker writes them: `2026-03-01T14:05`, by the reader's clock. Pure. */

const padTwoDigits = (number: number) => String(number).padStart(2, '0');

export const toDateTimeLocal = (date: Date): string =>
  `${date.getFullYear()}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}T${padTwoDigits(date.getHours())}:${padTwoDigits(date.getMinutes())}`;

/** @returns null for what is no date yet */
export function parseDateTimeLocal(local: string): Date | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date;
}
