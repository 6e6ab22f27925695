/** How the preview of an import shows what a cell was read as. */
import { parseIsoDate } from '@waypost/contract/common/dates';
import { toLocalTime } from '@waypost/contract/common/time-zones';
import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import type { CellFormat } from '@waypost/survey-logic/csv/cell-format';
import { type ColumnTarget, isPoint, showCells } from '@waypost/survey-logic/csv/column-mapping';
import { findTimezone } from '@waypost/survey-logic/csv/joined-columns';
import { trimCell } from '@waypost/survey-logic/csv/parse-row';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import type { RowResult } from './read-post-from-row.ts';

/** `-1.28, 36.82`, or the cell if it is no place. */
const formatPlace = (answer: unknown, cell: string): string =>
  typeof answer === 'object' && answer !== null && 'lat' in answer && 'lon' in answer
    ? `${String(answer.lat)}, ${String(answer.lon)}`
    : cell;

/** `2024-03-12 08:30:00`, the day alone at midnight: year first, which reveals a wrong order of day and month. */
const formatTime = (time: Date, timezone: string): string =>
  toLocalTime(time, timezone)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
    .replace(/ 00:00:00$/, '');

function formatDate({ type, input }: AttributeRow, text: string, timezone: string): string {
  const isParsed = fieldTypes[type].answerKind === 'time' && /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/.test(text);
  return isParsed ? formatTime(new Date(text), fieldInputs[input].isDateOnly ? 'UTC' : timezone) : text;
}

/** The parsed value of a field as text for the preview; null where its cells are empty. @param cells those of the row */
export function formatParsedCell(
  target: ColumnTarget<AttributeRow>,
  result: RowResult,
  cells: readonly string[],
  format: CellFormat,
): string | null {
  const timezone = findTimezone(cells.map(trimCell), target, format);
  const cell = showCells(cells, target.columns);
  if (cell === '') return null;
  if (!('input' in result)) return cell;
  if ('property' in target) {
    const value = (result.input as Record<string, unknown>)[target.property];
    if (value instanceof Date) return formatTime(value, timezone);
    return Array.isArray(value) ? value.join(' · ') : typeof value === 'string' ? value : cell;
  }
  const answers = result.input.values?.[target.attribute.key];
  if (!Array.isArray(answers)) return cell;
  if (isPoint(target.attribute) && !target.part) return formatPlace(answers[0], cell);
  if (target.part) return (answers[0] as Record<string, string>)[target.part] ?? '';
  const isUnreadableDate =
    fieldTypes[target.attribute.type].answerKind === 'time' && !parseIsoDate(String(answers[0]));
  const texts = target.index === undefined && !isUnreadableDate ? answers : [cell];
  return texts.map((text) => formatDate(target.attribute, String(text), timezone)).join(' · ');
}
