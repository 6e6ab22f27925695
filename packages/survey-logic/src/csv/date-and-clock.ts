/** Reads a date and a time of day that stand in two cells. */
import { type DateOrder, normaliseText, readWrittenDate, type WrittenDate } from './written-date.ts';

/** The time of day that a text names, on the first day of 1970; null for a text that is more than a clock. */
function readWrittenClock(text: string): Pick<WrittenDate, 'local' | 'offset'> | null {
  const start = normaliseText(text);
  const at = start.search(/\d/);
  // A zone alone, such as `UTC+3`, is read as midnight.
  if (at < 0 || /[+-]/.test(start.charAt(at - 1))) return null;
  return readWrittenDate(`1970-01-01 ${text}`, 'dmy');
}

/** Whether a text is a time of day without a day: `8:30 PM`. */
export const isWrittenClock = (text: string): boolean => readWrittenClock(text) !== null;

const dayMs = 86_400_000;

const isDay = ({ local, offset, isCount }: WrittenDate): boolean =>
  local.getTime() % dayMs === 0 && offset === null && !isCount;

/** Reads a date whose order of day and month does not matter. */
const readDateInAnyOrder = (text: string): WrittenDate | null =>
  readWrittenDate(text, 'dmy') ?? readWrittenDate(text, 'mdy');

/** Whether a text is a date in either order of day and month. */
export const isWrittenDate = (text: string): boolean => readDateInAnyOrder(text) !== null;

/** Whether a text is a date without a clock. Midnight, which programs write behind days, is none. */
export function isWrittenDay(text: string): boolean {
  const written = readDateInAnyOrder(text);
  return written !== null && isDay(written);
}

/** Whether the first of two cells is the clock and the second the date. `12.03.24` may be either. One of them may be empty. */
export function isClockFirst(first: string, second: string): boolean {
  if (first === '') return isWrittenDate(second);
  return (
    isWrittenClock(first) && (!isWrittenDate(first) || (isWrittenDate(second) && !isWrittenClock(second)))
  );
}

/**
 * Reads a date and a clock in two cells, in whatever order.
 * @returns null too for a date that has a clock or a zone of its own
 */
export function readDateAndClock(first: string, second: string, order: DateOrder): WrittenDate | null {
  const [day, time] = isClockFirst(first, second) ? [second, first] : [first, second];
  const [date, clock] = [readWrittenDate(day, order), readWrittenClock(time)];
  if (!date || !clock || !isDay(date)) return null;
  return {
    local: new Date(date.local.getTime() + clock.local.getTime()),
    offset: clock.offset,
    isCount: false,
  };
}
