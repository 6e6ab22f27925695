/** Fields that columns can be mapped to, the mapping itself, and its errors (spec 3 §5). Pure. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Task } from '@waypost/contract/surveys/tasks';
import { type MappableProperty, maxColumnsOf } from '@waypost/survey-logic/csv/column-mapping';
import {
  attributesOfTask,
  findDescriptionAttribute,
  findTitleAttribute,
  isStoredInValues,
  sortAttributes,
  sortTasks,
} from '@waypost/survey-logic/survey-definition';

/** A field, or one coordinate of a place. */
export interface MappingField {
  /** The value in `maps_to` of the API. */
  target: string;
  label: string;
  /** Which coordinate of a place; shown after the label. */
  coordinate?: 'lat' | 'lon';
  isRequired: boolean;
  /** How many columns can fill the field together. */
  maxColumns: number;
}

/** The fields of a task, or the properties of every post. */
export interface MappingFieldGroup {
  /** Null for the properties of every post. */
  task: Task | null;
  rows: MappingField[];
}

/** Names of properties for which the survey has no label. */
export interface PropertyNames {
  title: string;
  content: string;
  post_date: string;
  author_realname: string;
  author_email: string;
}

function buildMappingFields(attribute: Attribute, isReport: boolean): MappingField[] {
  const { key, label } = attribute;
  const isRequired = isReport && attribute.required;
  if (fieldTypes[attribute.type].answerKind === 'point')
    return (['lat', 'lon'] as const).map((coordinate) => ({
      target: `${key}.${coordinate}`,
      label,
      coordinate,
      isRequired,
      maxColumns: 1,
    }));
  return [{ target: key, label, isRequired, maxColumns: maxColumnsOf({ attribute }) }];
}

const buildPropertyField = (
  property: MappableProperty,
  label: string,
  isRequired: boolean,
): MappingField => ({
  target: property,
  label,
  isRequired,
  maxColumns: maxColumnsOf({ property }),
});

/**
 * Groups of fields by task. Title and description are required in every survey (spec 3 §5); fields of further tasks are never
 * required.
 */
export function buildMappingFieldGroups(
  tasks: readonly Task[],
  attributes: readonly Attribute[],
  names: PropertyNames,
): MappingFieldGroup[] {
  const sortedAttributes = sortAttributes({ tasks, attributes });
  const taskGroups = sortTasks(tasks).map((task): MappingFieldGroup => {
    const taskAttributes = attributesOfTask(attributes, task.id).filter(isStoredInValues);
    const rows = taskAttributes.flatMap((attribute) => buildMappingFields(attribute, task.type === 'post'));
    if (task.type !== 'post') return { task, rows };
    const titleAndText = [
      buildPropertyField('title', findTitleAttribute(sortedAttributes)?.label ?? names.title, true),
      buildPropertyField('content', findDescriptionAttribute(sortedAttributes)?.label ?? names.content, true),
    ];
    return { task, rows: [...titleAndText, ...rows] };
  });
  const optionalFields = (['post_date', 'author_realname', 'author_email'] as const).map((property) =>
    buildPropertyField(property, names[property], false),
  );
  return [...taskGroups.filter(({ rows }) => rows.length > 0), { task: null, rows: optionalFields }];
}

/** Indices of the columns by mapping target; none is empty. */
export type ColumnsByTarget = Readonly<Record<string, readonly number[]>>;

/** The target of a column that holds both coordinates of a place; undefined for other targets. */
const findPlaceKey = (target: string): string | undefined => /^(.+)\.(?:lat|lon)$/.exec(target)?.[1];

/** Converts `maps_to` of the API to a mapping. A column with both coordinates is that of either. */
export function parseMapsTo(
  mapsTo: readonly (string | null)[],
  rows: readonly MappingField[],
): ColumnsByTarget {
  const coordinatesOf = (target: string) =>
    rows.filter((row) => row.coordinate && findPlaceKey(row.target) === target).map((row) => row.target);
  const columnsByTarget: Record<string, number[]> = {};
  for (const [at, target] of mapsTo.entries()) {
    if (target === null) continue;
    const coordinates = coordinatesOf(target);
    for (const name of coordinates.length > 0 ? coordinates : [target])
      (columnsByTarget[name] ??= []).push(at);
  }
  return columnsByTarget;
}

/** Whether a column holds both coordinates of the place that a target belongs to. */
const holdsPlace = (columnsByTarget: ColumnsByTarget, key: string): boolean => {
  const column = columnsByTarget[`${key}.lat`]?.[0];
  return column !== undefined && column === columnsByTarget[`${key}.lon`]?.[0];
};

/** The mapping as `maps_to` of the API, an entry per column. */
export function formatMapsTo(columnsByTarget: ColumnsByTarget, columnCount: number): (string | null)[] {
  const mapsTo: (string | null)[] = Array.from({ length: columnCount }, () => null);
  for (const [target, columns] of Object.entries(columnsByTarget)) {
    const key = findPlaceKey(target);
    for (const at of columns)
      mapsTo[at] = key !== undefined && holdsPlace(columnsByTarget, key) ? key : target;
  }
  return mapsTo;
}

/** The mapping with other columns for a field. */
export function setColumns(
  columnsByTarget: ColumnsByTarget,
  target: string,
  columns: readonly number[],
): ColumnsByTarget {
  const { [target]: _, ...otherTargets } = columnsByTarget;
  return columns.length > 0 ? { ...otherTargets, [target]: columns } : otherTargets;
}

/** A choice of columns for a target, and the targets whose columns were chosen before. */
interface ColumnChoice {
  target: string;
  columns: readonly number[];
  chosenTargets: readonly string[];
}

/** The mapping without the guesses that use columns which are now chosen for another field. */
export function withoutGuesses(
  columnsByTarget: ColumnsByTarget,
  { target, columns, chosenTargets }: ColumnChoice,
): ColumnsByTarget {
  const isKept = (other: string) => chosenTargets.includes(other) || isOneField([target, other]);
  return Object.fromEntries(
    Object.entries(columnsByTarget)
      .map(([other, used]): [string, readonly number[]] => [
        other,
        isKept(other) ? used : used.filter((column) => !columns.includes(column)),
      ])
      .filter(([, used]) => used.length > 0),
  );
}

/** The columns of a target in `maps_to` of the API, in the order of the file. */
export const listColumns = (mapsTo: readonly (string | null)[], target: string): number[] =>
  mapsTo.flatMap((other, at) => (other === target ? [at] : []));

/** The first column of a field in `maps_to` of the API; -1 for none. */
export const findColumnOfField = (mapsTo: readonly (string | null)[], target: string): number => {
  const at = mapsTo.indexOf(target);
  return at >= 0 ? at : mapsTo.indexOf(findPlaceKey(target) ?? target);
};

/** An error in the mapping, with the fields or columns that it concerns. */
export type MappingError =
  | { rule: 'none' | 'status' }
  | { rule: 'twice'; column: number; targets: string[] }
  | { rule: 'required'; targets: string[] }
  | { rule: 'place'; targets: string[] };

/** Whether targets of one column are the same field, or the two coordinates of a place. */
const isOneField = (targets: readonly string[]): boolean =>
  targets.length < 2 ||
  (targets.length === 2 && new Set(targets.map((target) => findPlaceKey(target) ?? target)).size === 1);

/** Errors that prevent the import, in the order in which they should be corrected. */
export function findMappingErrors(
  columnsByTarget: ColumnsByTarget,
  rows: readonly MappingField[],
  status: { fromColumn: boolean },
): MappingError[] {
  const errors: MappingError[] = [];
  const targets = Object.keys(columnsByTarget).filter((target) => target !== 'status');
  if (targets.length === 0) errors.push({ rule: 'none' });
  const byColumn = new Map<number, string[]>();
  for (const [target, columns] of Object.entries(columnsByTarget))
    for (const at of columns) byColumn.set(at, [...(byColumn.get(at) ?? []), target]);
  for (const [column, duplicates] of byColumn)
    if (!isOneField(duplicates)) errors.push({ rule: 'twice', column, targets: duplicates });
  const missing = rows.filter((row) => row.isRequired && columnsByTarget[row.target] === undefined);
  if (targets.length > 0 && missing.length > 0)
    errors.push({ rule: 'required', targets: missing.map((row) => row.target) });
  const coordinateRows = rows.filter(
    (row) => row.coordinate && !row.isRequired && columnsByTarget[row.target] === undefined,
  );
  const incompletePlace = coordinateRows.filter((row) => {
    const key = row.target.slice(0, -4);
    return columnsByTarget[`${key}.${row.coordinate === 'lat' ? 'lon' : 'lat'}`] !== undefined;
  });
  if (incompletePlace.length > 0)
    errors.push({ rule: 'place', targets: incompletePlace.map((row) => row.target) });
  if (status.fromColumn && columnsByTarget['status'] === undefined) errors.push({ rule: 'status' });
  return errors;
}
