/** Describes how the sampled cells of a field are read, so that a person can check it. */
import {
  answerSeparators,
  type ColumnOption,
  coordinateOrders,
  dateOrders,
} from '@waypost/contract/imports/csv-options';
import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import { type CellFormat, type ColumnFormat, columnFormatOf } from './cell-format.ts';
import { anyText, testOfField } from './cell-tests.ts';
import {
  type ColumnTarget,
  hasSeveralAnswersInCell,
  isPoint,
  showCells,
  type TargetField,
} from './column-mapping.ts';
import { unreadableDate } from './joined-columns.ts';
import { parseRow, trimCell } from './parse-row.ts';

/** What the cells of a field say, and what a person can choose. */
export interface FieldDescription {
  /** Of the cells that are not empty, those that the field can take; null where it takes any text. */
  readable: { count: number; of: number } | null;
  /** The options that change how the cells are read. */
  choices: ColumnOption[];
  /** The rows of cells that show best how they are read. */
  examples: number[];
}

/** Longer cells are not read in several ways, since that takes time. */
const maxComparedLength = 200;
const maxExamples = 3;

/** The options by which the cells of a kind of field can be read. */
function listOptions(target: TargetField): readonly ColumnOption[] {
  if ('property' in target) {
    if (target.property === 'post_date') return ['date_order', 'timezone'];
    return target.property === 'tags' || target.property === 'published_to' ? ['separator'] : [];
  }
  const { attribute, part } = target;
  const { answerKind } = fieldTypes[attribute.type];
  if (answerKind === 'time')
    return fieldInputs[attribute.input].isDateOnly ? ['date_order'] : ['date_order', 'timezone'];
  if (answerKind === 'number') return attribute.type === 'int' ? [] : ['decimal'];
  if (isPoint(attribute)) return part ? [] : ['coordinate_order'];
  return hasSeveralAnswersInCell(attribute) && answerKind !== 'media' ? ['separator'] : [];
}

/** The values of each option, or of zones two that no time has in common. */
const valuesOfOption = {
  date_order: dateOrders,
  decimal: ['.', ','],
  separator: answerSeparators,
  coordinate_order: coordinateOrders,
  timezone: ['+12:00', '-12:00'],
} as const satisfies Record<ColumnOption, readonly string[]>;

/** The format with other options for the columns of a field. */
function withOptions(
  format: CellFormat,
  columns: readonly number[],
  options: Partial<ColumnFormat>,
): CellFormat {
  const changed = columns.map((at) => [at, { ...columnFormatOf(format, at), ...options }] as const);
  return { ...format, columns: new Map([...format.columns, ...changed]) };
}

/** A text without what differs between values that are written alike. */
const shapeOf = (text: string): string => text.replace(/\d+/g, '0').replace(/\p{L}+/gu, 'a');

/** A row whose cell can be read, and whether an option changes how. */
interface Sample {
  row: number;
  text: string;
  isChanged: boolean;
}

/** Up to three rows that are written in several ways, if there are; those that an option changes come first. */
function chooseExamples(samples: readonly Sample[]): number[] {
  const texts = new Set<string>();
  const shapes = new Set<string>();
  const ranked = samples.flatMap(({ row, text, isChanged }) => {
    if (texts.has(text)) return [];
    texts.add(text);
    const shape = `${isChanged} ${shapeOf(text.slice(0, maxComparedLength))}`;
    const isNew = !shapes.has(shape);
    shapes.add(shape);
    return [{ row, rank: (isNew ? 0 : 2) + (isChanged ? 0 : 1) }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.row - b.row)
    .slice(0, maxExamples)
    .map(({ row }) => row);
}

/** Whether a field can take the cells of a row: of dates, in the order of day and month of the format. */
function takesCells(target: ColumnTarget, cells: readonly string[], format: CellFormat): boolean {
  if (!listOptions(target).includes('date_order')) {
    const test = testOfField(target);
    const texts = target.columns.map((at) => trimCell(cells[at] ?? ''));
    return texts.every((text) => text === '' || test(text));
  }
  const { properties, values } = parseRow(cells, [target], format);
  const read = 'property' in target ? [properties[target.property]] : values[target.attribute.key];
  return read?.includes(unreadableDate) === false;
}

/**
 * Describes the cells of a field.
 * @param rows the sampled rows
 * @param categories names of the categories that the importer may see
 */
export function describeField(
  target: ColumnTarget,
  rows: readonly (readonly string[])[],
  format: CellFormat,
  categories: readonly string[],
): FieldDescription {
  const filled = rows.flatMap((cells, row) => {
    const text = showCells(cells, target.columns);
    return text === '' ? [] : [{ row, cells, text }];
  });
  const read = (cells: readonly string[], cellFormat: CellFormat): string =>
    JSON.stringify(parseRow(cells, [target], cellFormat, categories));
  const options = listOptions(target).map((option) => ({
    option,
    formats: valuesOfOption[option].map((value) => withOptions(format, target.columns, { [option]: value })),
  }));
  const samples = filled.map(({ row, cells, text }) => {
    const changing =
      text.length > maxComparedLength
        ? []
        : options.filter(({ formats }) => new Set(formats.map((it) => read(cells, it))).size > 1);
    return {
      row,
      text,
      isReadable: takesCells(target, cells, format),
      changing: changing.map(({ option }) => option),
      // A zone changes all times alike.
      isChanged: changing.some(({ option }) => option !== 'timezone'),
    };
  });
  const readable = samples.filter(({ isReadable }) => isReadable);
  return {
    readable: testOfField(target) === anyText ? null : { count: readable.length, of: filled.length },
    choices: listOptions(target).filter((option) =>
      samples.some(({ changing }) => changing.includes(option)),
    ),
    examples: chooseExamples(readable),
  };
}
