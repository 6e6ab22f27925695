/** Targets of columns in a CSV file (API v3 §2.16): a property of the post, or an attribute of its survey. */
import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import { getPostTextField, type SurveyAttribute } from '../survey-definition.ts';

/** Properties of a post that a column can set, by their names in API v3. */
export const mappableProperties = [
  'title',
  'content',
  'status',
  'post_date',
  'author_realname',
  'author_email',
  'locale',
  'slug',
  'tags',
  'published_to',
  'form',
] as const;
/** A property of a post that a column can set. */
export type MappableProperty = (typeof mappableProperties)[number];

/** What a column can fill. */
export type TargetField<A extends SurveyAttribute = SurveyAttribute> =
  | { property: MappableProperty }
  | {
      attribute: A;
      /** Latitude or longitude of a place; absent if the column holds both. */
      part?: 'lat' | 'lon';
      /** Index of the answer for attributes with several answers, from 0. */
      index?: number;
    };

/** A field with the columns that fill it. */
export type ColumnTarget<A extends SurveyAttribute = SurveyAttribute> = TargetField<A> & {
  /** The first of its columns. Errors and the preview of the field belong to it. */
  column: number;
  /** All of its columns, in the order of the file. */
  columns: readonly number[];
  name: string;
};

const isProperty = (name: string): name is MappableProperty => mappableProperties.some((it) => it === name);

/** A place: in two columns, latitude and longitude, or in one. */
export const isPoint = ({ type }: SurveyAttribute): boolean => fieldTypes[type].answerKind === 'point';

/** Whether a cell of a CSV file holds several answers to the attribute, with separators between them. */
export const hasSeveralAnswersInCell = ({
  type,
  cardinality,
}: Pick<SurveyAttribute, 'type' | 'cardinality'>): boolean =>
  cardinality !== 1 && fieldTypes[type].splitsCells;

/** How the cells of several columns fill a field: a date with a clock, texts of one or more lines, or a list of pictures. */
export type JoinKind = 'time' | 'line' | 'lines' | 'markdown' | 'pictures';

const joinKindOfProperty: Readonly<Partial<Record<MappableProperty, JoinKind>>> = {
  title: 'line',
  content: 'lines',
  post_date: 'time',
};

function joinKindOfAttribute(attribute: SurveyAttribute): JoinKind | null {
  const { type, input, options } = attribute;
  const postText = getPostTextField(attribute);
  if (postText) return joinKindOfProperty[postText] ?? null;
  const { answerKind } = fieldTypes[type];
  // A field of one picture, too: those that it has no room for are named, not lost without a word.
  if (answerKind === 'media') return 'pictures';
  if (hasSeveralAnswersInCell(attribute)) return null;
  const { isDateOnly, isFreeText } = fieldInputs[input];
  if (answerKind === 'time') return isDateOnly ? null : 'time';
  if (answerKind !== 'text' || !isFreeText || options?.length) return null;
  if (type === 'markdown') return 'markdown';
  return input === 'text' ? 'line' : 'lines';
}

/**
 * How several columns become one answer; null where a field has one column. A field for days has one, since the clock would be lost, and
 * so has a field with several answers in a cell, other than pictures.
 */
export function joinKindOf(target: TargetField): JoinKind | null {
  if ('property' in target) return joinKindOfProperty[target.property] ?? null;
  const isWhole = target.part === undefined && target.index === undefined;
  return isWhole ? joinKindOfAttribute(target.attribute) : null;
}

/** How many columns may fill a field. */
export function maxColumnsOf(target: TargetField): number {
  const kind = joinKindOf(target);
  if (kind === null) return 1;
  return kind === 'time' ? 2 : 10;
}

const keySuffixPattern = /^(.+)\.(lat|lon|\d{1,3})$/;

/** The field that a client names by `title`, `values.KEY`, `KEY`, `KEY.lat`, `KEY.0`, and its name in the API. */
type NamedField<A extends SurveyAttribute> = TargetField<A> & { name: string };

/**
 * Parses the name of a field; undefined if the survey has no such attribute. `KEY` of a place is a column with both coordinates.
 */
function parseTarget<A extends SurveyAttribute>(
  name: string,
  attributes: readonly A[],
): NamedField<A> | undefined {
  if (isProperty(name)) return { name, property: name };
  if (name === 'form_id') return { name, property: 'form' };
  const key = name.replace(/^values\./, '');
  const attributeOfKey = attributes.find((it) => it.key === key || it.key === name);
  const postText = attributeOfKey && getPostTextField(attributeOfKey);
  if (postText) return { name: postText, property: postText };
  if (attributeOfKey) return { name: attributeOfKey.key, attribute: attributeOfKey };
  const [, before, after = ''] = keySuffixPattern.exec(key) ?? [];
  const attribute = attributes.find((it) => it.key === before);
  if (!attribute) return undefined;
  const isPart = after === 'lat' || after === 'lon';
  if (isPart !== isPoint(attribute)) return undefined;
  return isPart ? { name: key, attribute, part: after } : { name: key, attribute, index: Number(after) };
}

/** An error of a mapping. `fields` are labels, or names of properties. */
export type MappingError =
  | { rule: 'csvUnknown'; value: string }
  | { rule: 'csvNone' | 'csvStatus' }
  | { rule: 'csvTwice' | 'csvRequired' | 'csvPlace'; fields: string[] };

/** The name of a target on screen and in errors. */
export const formatTargetLabel = (target: TargetField): string =>
  'property' in target
    ? target.property
    : target.part
      ? `${target.attribute.label}.${target.part}`
      : target.attribute.label;

/** A mapping of all columns. */
export interface ColumnMapping<A extends SurveyAttribute = SurveyAttribute> {
  /** One for each field. */
  targets: ColumnTarget<A>[];
  errors: MappingError[];
}

/**
 * Parses and validates a mapping.
 * @param mapsTo target of each column; null skips the column
 * @param attributes the attributes that the importer may see
 * @param hasFixedStatus whether every row gets the same status
 */
export function parseMapping<A extends SurveyAttribute>(
  mapsTo: readonly (string | null)[],
  attributes: readonly A[],
  hasFixedStatus: boolean,
): ColumnMapping<A> {
  const columnsByName = new Map<string, number[]>();
  const targets: ColumnTarget<A>[] = [];
  const faults: MappingError[] = [];
  for (const [column, name] of mapsTo.entries()) {
    if (name === null) continue;
    const field = parseTarget(name, attributes);
    const others = field && columnsByName.get(field.name);
    if (!field) faults.push({ rule: 'csvUnknown', value: name });
    else if (others) others.push(column);
    else {
      const columns = [column];
      columnsByName.set(field.name, columns);
      targets.push({ ...field, column, columns });
    }
  }
  if (targets.length === 0 && faults.length === 0) faults.push({ rule: 'csvNone' });
  const excessive = targets.filter((it) => it.columns.length > maxColumnsOf(it));
  if (excessive.length > 0) faults.push({ rule: 'csvTwice', fields: excessive.map(formatTargetLabel) });
  const places = targets.flatMap((it) =>
    'attribute' in it && isPoint(it.attribute) ? [[it.attribute, it.part] as const] : [],
  );
  /** Neither one column with both coordinates, nor one for each of them. */
  const incompletePlaces = places.filter(([attribute, part]) => {
    const others = places.filter(([other, otherPart]) => other === attribute && otherPart !== part);
    return part === undefined ? others.length > 0 : !others.some(([, otherPart]) => otherPart !== undefined);
  });
  if (incompletePlaces.length > 0)
    faults.push({ rule: 'csvPlace', fields: [...new Set(incompletePlaces.map(([{ label }]) => label))] });
  if (hasFixedStatus && targets.some((it) => 'property' in it && it.property === 'status'))
    faults.push({ rule: 'csvStatus' });
  return { targets, errors: faults };
}

/** The cells of one column. */
export const cellsOfColumn = (rows: readonly (readonly string[])[], at: number): string[] =>
  rows.map((row) => row[at] ?? '');

/** The cells of the columns of one field as they are shown: those that are not empty. */
export const showCells = (cells: readonly string[], columns: readonly number[]): string =>
  columns
    .map((at) => cells[at]?.trim() ?? '')
    .filter((cell) => cell !== '')
    .join(' · ');

/** The letters of a column in a spreadsheet, from its index: A, B, ... Z, AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? columnLetters(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

/** Whether another column has the same heading, so that the letters have to tell them apart. */
export function hasDuplicateHeading(columns: readonly string[], index: number): boolean {
  const heading = columns[index]?.trim().toLowerCase();
  return columns.some((other, at) => at !== index && other.trim().toLowerCase() === heading);
}
