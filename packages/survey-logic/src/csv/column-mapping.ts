/** Targets of columns in a CSV file (API v3 §2.16): a property of the post, or an attribute of its survey. */
import { fieldTypes } from '@waypost/contract/surveys/field-types';
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

/** The parsed target of a column. */
export type ColumnTarget<A extends SurveyAttribute = SurveyAttribute> =
  | { column: number; name: string; property: MappableProperty }
  | {
      column: number;
      name: string;
      attribute: A;
      /** Latitude or longitude of a place; absent if the column holds both. */
      part?: 'lat' | 'lon';
      /** Index of the answer for attributes with several answers, from 0. */
      index?: number;
    };

const isProperty = (name: string): name is MappableProperty => mappableProperties.some((it) => it === name);

/** A place: in two columns, latitude and longitude, or in one. */
export const isPoint = ({ type }: SurveyAttribute): boolean => fieldTypes[type].answerKind === 'point';

const keySuffixPattern = /^(.+)\.(lat|lon|\d{1,3})$/;

/**
 * Parses `title`, `values.KEY`, `KEY`, `KEY.lat`, `KEY.0` as clients write them; undefined if the survey has no such
 * attribute. `KEY` of a place is a column with both coordinates.
 */
export function parseTarget<A extends SurveyAttribute>(
  name: string,
  column: number,
  attributes: readonly A[],
): ColumnTarget<A> | undefined {
  if (isProperty(name)) return { column, name, property: name };
  if (name === 'form_id') return { column, name, property: 'form' };
  const key = name.replace(/^values\./, '');
  const attributeOfKey = attributes.find((it) => it.key === key || it.key === name);
  const postText = attributeOfKey && getPostTextField(attributeOfKey);
  if (postText) return { column, name: postText, property: postText };
  if (attributeOfKey) return { column, name: attributeOfKey.key, attribute: attributeOfKey };
  const [, before, after = ''] = keySuffixPattern.exec(key) ?? [];
  const attribute = attributes.find((it) => it.key === before);
  if (!attribute) return undefined;
  const isPart = after === 'lat' || after === 'lon';
  if (isPart !== isPoint(attribute)) return undefined;
  return isPart
    ? { column, name: key, attribute, part: after }
    : { column, name: key, attribute, index: Number(after) };
}

/** An error of a mapping. `fields` are labels, or names of properties. */
export type MappingError =
  | { rule: 'csvUnknown'; value: string }
  | { rule: 'csvNone' | 'csvStatus' }
  | { rule: 'csvTwice' | 'csvRequired' | 'csvPlace'; fields: string[] };

/** The name of a target on screen and in errors. */
export const formatTargetLabel = (target: ColumnTarget): string =>
  'property' in target
    ? target.property
    : target.part
      ? `${target.attribute.label}.${target.part}`
      : target.attribute.label;

/** A valid mapping of all columns. */
export interface ColumnMapping<A extends SurveyAttribute = SurveyAttribute> {
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
  const targets: ColumnTarget<A>[] = [];
  const faults: MappingError[] = [];
  for (const [column, name] of mapsTo.entries()) {
    if (name === null) continue;
    const target = parseTarget(name, column, attributes);
    if (target) targets.push(target);
    else faults.push({ rule: 'csvUnknown', value: name });
  }
  if (targets.length === 0 && faults.length === 0) faults.push({ rule: 'csvNone' });
  const duplicates = targets.filter((it, at) => targets.findIndex((other) => other.name === it.name) !== at);
  if (duplicates.length > 0)
    faults.push({ rule: 'csvTwice', fields: [...new Set(duplicates.map(formatTargetLabel))] });
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
