/** Fields that columns can be mapped to, the mapping itself, and its errors (spec 3 §5). Pure. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Task } from '@waypost/contract/surveys/tasks';
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
    }));
  return [{ target: key, label, isRequired }];
}

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
    const titleAndText: MappingField[] = [
      {
        target: 'title',
        label: findTitleAttribute(sortedAttributes)?.label ?? names.title,
        isRequired: true,
      },
      {
        target: 'content',
        label: findDescriptionAttribute(sortedAttributes)?.label ?? names.content,
        isRequired: true,
      },
    ];
    return { task, rows: [...titleAndText, ...rows] };
  });
  const optionalFields = (['post_date', 'author_realname', 'author_email'] as const).map((target) => ({
    target,
    label: names[target],
    isRequired: false,
  }));
  return [...taskGroups.filter(({ rows }) => rows.length > 0), { task: null, rows: optionalFields }];
}

/** Column index by mapping target. */
export type ColumnByTarget = Readonly<Record<string, number>>;

/** Converts `maps_to` of the API to a mapping. */
export const parseMapsTo = (mapsTo: readonly (string | null)[]): ColumnByTarget =>
  Object.fromEntries(mapsTo.flatMap((target, at) => (target === null ? [] : [[target, at]])));

/** The mapping as `maps_to` of the API, an entry per column. */
export function formatMapsTo(columnByTarget: ColumnByTarget, columnCount: number): (string | null)[] {
  const mapsTo: (string | null)[] = Array.from({ length: columnCount }, () => null);
  for (const [target, at] of Object.entries(columnByTarget)) mapsTo[at] = target;
  return mapsTo;
}

/** An error in the mapping, with the fields or columns that it concerns. */
export type MappingError =
  | { rule: 'none' | 'status' }
  | { rule: 'twice'; column: number; targets: string[] }
  | { rule: 'required'; targets: string[] }
  | { rule: 'place'; targets: string[] };

/** Errors that prevent the import, in the order in which they should be corrected. */
export function findMappingErrors(
  columnByTarget: ColumnByTarget,
  rows: readonly MappingField[],
  status: { fromColumn: boolean },
): MappingError[] {
  const errors: MappingError[] = [];
  const targets = Object.keys(columnByTarget).filter((target) => target !== 'status');
  if (targets.length === 0) errors.push({ rule: 'none' });
  const byColumn = new Map<number, string[]>();
  for (const [target, at] of Object.entries(columnByTarget))
    byColumn.set(at, [...(byColumn.get(at) ?? []), target]);
  for (const [column, duplicates] of byColumn)
    if (duplicates.length > 1) errors.push({ rule: 'twice', column, targets: duplicates });
  const missing = rows.filter((row) => row.isRequired && columnByTarget[row.target] === undefined);
  if (targets.length > 0 && missing.length > 0)
    errors.push({ rule: 'required', targets: missing.map((row) => row.target) });
  const coordinateRows = rows.filter(
    (row) => row.coordinate && !row.isRequired && columnByTarget[row.target] === undefined,
  );
  const incompletePlace = coordinateRows.filter((row) => {
    const key = row.target.slice(0, -4);
    return columnByTarget[`${key}.${row.coordinate === 'lat' ? 'lon' : 'lat'}`] !== undefined;
  });
  if (incompletePlace.length > 0)
    errors.push({ rule: 'place', targets: incompletePlace.map((row) => row.target) });
  if (status.fromColumn && columnByTarget['status'] === undefined) errors.push({ rule: 'status' });
  return errors;
}
