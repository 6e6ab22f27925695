/** Moments as the device's own date-and-time picker writes them: `2026-03-01T14:05`, by the reader's clock. Pure. */

const pad = (number: number) => String(number).padStart(2, '0');

export const toLocalTime = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;

/** @returns null for what is no date yet */
export function fromLocalTime(local: string): Date | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date;
}
