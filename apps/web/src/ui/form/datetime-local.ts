/** Values of `datetime-local` inputs: `2026-03-01T14:05`, in the device's time zone. Pure. */

const padTwoDigits = (number: number) => String(number).padStart(2, '0');

/** The value of an input for a date. */
export const toDateTimeLocal = (date: Date): string =>
  `${date.getFullYear()}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}T${padTwoDigits(date.getHours())}:${padTwoDigits(date.getMinutes())}`;

/** @returns null for an incomplete or invalid value */
export function parseDateTimeLocal(local: string): Date | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date;
}
