/** Writes a number of a workbook as its sheet shows it. */
import { dateFromSerial, format as formatWithCode } from 'numfmt';
import type { NumberFormat } from './number-format.ts';

/** Days between the two beginnings of dates. */
const daysUntil1904 = 1462;
/** The first day that LibreOffice knows, 0001-01-01, and the day after the last one of all programs, 9999-12-31. */
const firstDate = -693_593;
const endOfDates = 2_958_466;
/** Until this day, Excel counts one day more, since it knows a day 1900-02-29. */
const endOfExcelCalendar = 60;
const dayZero = Date.UTC(1899, 11, 30);
const secondsPerDay = 86_400;
/** Digits that programs calculate with: what is stored beyond is noise. */
const significantDigits = 15;

const pad = (value: number): string => String(value).padStart(2, '0');

/** Seconds of a number of days, rounded, since 17:30 is stored as 0.729166666666667. */
const toSeconds = (days: number, decimals = 0): number => {
  const factor = 10 ** Math.min(decimals, 3);
  return Math.round(days * secondsPerDay * factor) / factor;
};

/** A time of day as `17:30:00`. @param seconds since midnight */
const formatTime = (seconds: number): string =>
  `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;

function formatDay(days: number, isInExcelCalendar: boolean): string {
  if (!isInExcelCalendar) return new Date(dayZero + days * secondsPerDay * 1000).toISOString().slice(0, 10);
  const [year, month, day] = dateFromSerial(days);
  return `${year}-${pad(month)}-${pad(day)}`;
}

/** A date as `2025-01-31`, with the time of day unless it is midnight; a time alone as `17:30:00`. */
function formatDate(serial: number, startsIn1904: boolean): string | undefined {
  const seconds = toSeconds(serial);
  const wholeDays = Math.floor(seconds / secondsPerDay);
  const time = formatTime(seconds - wholeDays * secondsPerDay);
  if (serial >= 0 && serial < 1 && !startsIn1904) return time;
  const days = wholeDays + (startsIn1904 ? daysUntil1904 : 0);
  if (days >= endOfDates) return undefined;
  const date = formatDay(days, !startsIn1904 && days >= 0 && days <= endOfExcelCalendar);
  return time === '00:00:00' ? date : `${date} ${time}`;
}

/** A time of day as `17:30`, with seconds unless they are zero. Minutes and seconds alone always have three parts. */
export function formatClock(
  serial: number,
  { decimals, hasHours }: NumberFormat & { kind: 'clock' },
): string {
  const seconds = toSeconds(serial, decimals) % secondsPerDay;
  const time = formatTime(Math.floor(seconds));
  const fraction = (seconds % 1)
    .toFixed(3)
    .slice(1)
    .replace(/\.?0{1,3}$/, '');
  return hasHours && fraction === '' && time.endsWith(':00') ? time.slice(0, -3) : time + fraction;
}

function formatDuration(days: number, { code, decimals }: NumberFormat & { kind: 'duration' }): string {
  const seconds = toSeconds(Math.abs(days), decimals);
  return (days < 0 && seconds > 0 ? '-' : '') + formatWithCode(code, seconds / secondsPerDay).trim();
}

/** A share as `12.5%`. The decimal point is moved, since multiplying gives 28.999999999999996 for 0.29. */
export function formatPercent(share: number): string {
  const [digits, exponent = '0'] = String(Number(share.toPrecision(significantDigits))).split('e');
  return `${Number(`${digits}e${Number(exponent) + 2}`)}%`;
}

/** A whole number as its code shows it; undefined if that leaves out digits. */
function formatIdentifier(number: number, code: string): string | undefined {
  if (!Number.isSafeInteger(number)) return undefined;
  const shown = formatWithCode(code, number).trim();
  return shown.replace(/\D/g, '').includes(String(Math.abs(number))) ? shown : undefined;
}

function formatSpecially(number: number, format: NumberFormat, startsIn1904: boolean): string | undefined {
  const isTime = number >= 0 && number < endOfDates;
  switch (format.kind) {
    case 'percent':
      return formatPercent(number);
    case 'duration':
      return formatDuration(number, format);
    case 'identifier':
      return formatIdentifier(number, format.code);
    case 'clock':
      return isTime ? formatClock(number, format) : undefined;
    case 'date':
      return number >= firstDate && number < endOfDates ? formatDate(number, startsIn1904) : undefined;
    default:
      return undefined;
  }
}

/**
 * A stored number as the sheet shows it. No digits are left out, and an amount is a number that a field can read:
 * - A percentage is the full value times 100, such as `12.3456%`.
 * - Elapsed time is as shown, such as `26:30`.
 * - A date is `2025-01-31` or `2025-01-31 17:30:00`, to the second. It has its time of day even if the format does not show it.
 * - A format with a clock and no date gives the time of day in 24 hours: `08:30`, or `17:30:05`.
 * - Whole numbers that are padded with zeros or have separators between digits, such as telephone numbers, are as shown.
 * - Others, among them amounts with grouping, a currency or a unit, are plain numbers: 36.820000000000001 is `36.82`.
 */
export function formatNumber(text: string, format: NumberFormat, startsIn1904: boolean): string {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return text;
  if (format.kind === 'plain') return String(number);
  return formatSpecially(number, format, startsIn1904) ?? String(number);
}
