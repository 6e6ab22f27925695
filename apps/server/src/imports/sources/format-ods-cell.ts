/** Writes a cell of an ODS sheet by the rules of `formatNumber`: what the sheet shows, without mistakable dates and lost digits. */
import { formatClock, formatPercent } from './format-number.ts';

/** A cell as it is stored. */
export interface OdsCell {
  /** `float`, `percentage`, `currency`, `date`, `time`, `boolean`, `string` or `error`; empty for none. */
  type: string;
  /** Of the attribute that belongs to the type. */
  value: string;
  /** What the sheet shows. */
  shown: string;
  hasFormula: boolean;
}

const datePattern = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d(?:\.\d+)?))?)?/;
const durationPattern = /^(-?)P(?:(\d{1,7})D)?T?(?:(-?\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d+)?)S)?$/;
const errorPattern = /^(?:Err:\d+|#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!))$/;
const secondsPerDay = 86_400;

/** A date as `2025-01-31`, with the time of day unless it is midnight; to the second. */
function formatDate(value: string): string | undefined {
  const [, date, minutes = '00:00', seconds = '00'] = datePattern.exec(value) ?? [];
  const midnight = Date.parse(`${date}T${minutes}:00Z`);
  if (date === undefined || Number.isNaN(midnight)) return undefined;
  const text = new Date(midnight + Math.round(Number(seconds)) * 1000).toISOString();
  const isDay = new Date(`${date}T00:00Z`).toISOString().startsWith(date);
  if (!isDay || text.startsWith('+')) return undefined;
  return text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** A time of day as `17:30`, with seconds unless they are zero; elapsed time as shown, such as `26:30`, `36h 00m` or `2160`. */
function formatTime(value: string, shown: string): string | undefined {
  const [match, sign, days = 0, hours = 0, minutes = 0, seconds = '0'] = durationPattern.exec(value) ?? [];
  if (match === undefined) return undefined;
  const allHours = Number(days) * 24 + Number(hours);
  const allMinutes = allHours * 60 + Number(minutes);
  const total = allMinutes * 60 + Number(seconds.replace(',', '.'));
  const isNegative = sign === '-' || allHours < 0;
  const shownUnits = Number(/\d+/.exec(shown)?.[0]);
  const isElapsed = shownUnits >= 24 && [allHours, allMinutes, Math.round(total)].includes(shownUnits);
  if (isNegative || isElapsed) return shown;
  return formatClock(total / secondsPerDay, { kind: 'clock', decimals: 3, hasHours: true });
}

/** Digits of the shortest international telephone number that is told from an amount with a sign. */
const minPhoneDigits = 10;

/**
 * Whether a whole number is shown like a telephone number or a code: padded with zeros, with separators between its digits, or after letters
 * and a dash. `0.00`, `500/100` and `05 km` are amounts.
 */
function isIdentifier(number: number, shown: string): boolean {
  const digits = shown.replace(/\D/g, '');
  if (!Number.isSafeInteger(number) || !digits.includes(String(Math.abs(number)))) return false;
  const [, above, below] = /^(\d+)\/(\d+)$/.exec(shown) ?? [];
  const isAmount =
    /^\D*0[.,]0+\D*$/.test(shown) || /\d\s+\p{L}/u.test(shown) || Number(above) / Number(below) === number;
  if (isAmount) return false;
  const hasSeparators =
    /^[-+\d\s()/\u2010-\u2015]+$/.test(shown) && /\d\s?[-()/\u2010-\u2015]/.test(shown.replace(/\)$/, ''));
  const hasGroups = /^\d+(?:\s\d+)+$/.test(shown) && !/^\d{1,3}(?:\s\d{3})+$/.test(shown);
  const isPhone = shown.startsWith('+') && digits.length >= minPhoneDigits;
  const isCode = number >= 0 && /\p{L}[-/\u2010-\u2015]\d/u.test(shown);
  return /^0\d/.test(digits) || hasSeparators || hasGroups || isPhone || isCode;
}

function formatFloat(value: string, shown: string): string | undefined {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return undefined;
  return isIdentifier(number, shown.trim()) ? shown.trim() : String(number);
}

function formatSpecially({ type, value, shown }: OdsCell): string | undefined {
  switch (type) {
    case 'float':
      return formatFloat(value, shown);
    case 'currency':
      return formatFloat(value, '');
    case 'percentage':
      return value !== '' && Number.isFinite(Number(value)) ? formatPercent(Number(value)) : undefined;
    case 'date':
      return formatDate(value);
    case 'time':
      return formatTime(value, shown);
    case 'boolean':
      return value === '' ? undefined : value === 'true' || Number(value) ? 'TRUE' : 'FALSE';
    case 'string':
      return shown === '' ? value : shown;
    default:
      return undefined;
  }
}

/** The text of a cell. Errors of formulas are empty. */
export function formatOdsCell(cell: OdsCell): string {
  if (cell.type === 'error' || (cell.hasFormula && errorPattern.test(cell.shown))) return '';
  return formatSpecially(cell) ?? cell.shown;
}
