/** Fields that columns can be mapped to, the mapping itself, and its errors (spec 3 §5). Pure. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Task } from '@waypost/contract/surveys/tasks';
import { attributesOfTask, sortAttributes, sortTasks } from '@waypost/survey-logic/survey-definition';

/** A field, or one coordinate of a place. */
export interface MappingField {
  /** The value in `maps_to` of the API. */
  target: string;
  label: string;
  /** Which coordinate of a place; shown after the label. */
  coordinate?: 'lat' | 'lon';
  isRequired: boolean;
}

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
  if (attribute.type === 'point')
    return (['lat', 'lon'] as const).map((part) => ({ target: `${key}.${part}`, label, part, isRequired }));
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
  const all = sortAttributes({ tasks, attributes });
  const words = (type: 'title' | 'description') => all.find((it) => it.type === type)?.label;
  const asked = sortTasks(tasks).map((task): MappingFieldGroup => {
    const own = attributesOfTask(attributes, task.id).filter(
      (it) => it.type !== 'title' && it.type !== 'description',
    );
    const rows = own.flatMap((it) => buildMappingFields(it, task.type === 'post'));
    if (task.type !== 'post') return { task, rows };
    const always: MappingField[] = [
      { target: 'title', label: words('title') ?? names.title, isRequired: true },
      { target: 'content', label: words('description') ?? names.content, isRequired: true },
    ];
    return { task, rows: [...always, ...rows] };
  });
  const rest = (['post_date', 'author_realname', 'author_email'] as const).map((target) => ({
    target,
    label: names[target],
    isRequired: false,
  }));
  return [...asked.filter(({ rows }) => rows.length > 0), { task: null, rows: rest }];
}

/** Column index by mapping target. */
export type ColumnByTarget = Readonly<Record<string, number>>;

export const parseMapsTo = (mapsTo: readonly (string | null)[]): ColumnByTarget =>
  Object.fromEntries(mapsTo.flatMap((target, at) => (target === null ? [] : [[target, at]])));

/** The mapping as `maps_to` of the API, an entry per column. */
export function formatMapsTo(columnByTarget: ColumnByTarget, columnCount: number): (string | null)[] {
  const mapsTo: (string | null)[] = Array.from({ length: columnCount }, () => null);
  for (const [target, at] of Object.entries(columnByTarget)) mapsTo[at] = target;
  return mapsTo;
}

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
  const faults: MappingError[] = [];
  const targets = Object.keys(columnByTarget).filter((it) => it !== 'status');
  if (targets.length === 0) faults.push({ rule: 'none' });
  const byColumn = new Map<number, string[]>();
  for (const [target, at] of Object.entries(columnByTarget))
    byColumn.set(at, [...(byColumn.get(at) ?? []), target]);
  for (const [column, same] of byColumn)
    if (same.length > 1) faults.push({ rule: 'twice', column, targets: same });
  const missing = rows.filter((row) => row.isRequired && columnByTarget[row.target] === undefined);
  if (targets.length > 0 && missing.length > 0)
    faults.push({ rule: 'required', targets: missing.map((row) => row.target) });
  const halves = rows.filter(
    (row) => row.coordinate && !row.isRequired && columnByTarget[row.target] === undefined,
  );
  const alone = halves.filter((row) => {
    const stem = row.target.slice(0, -4);
    return columnByTarget[`${stem}.${row.coordinate === 'lat' ? 'lon' : 'lat'}`] !== undefined;
  });
  if (alone.length > 0) faults.push({ rule: 'place', targets: alone.map((row) => row.target) });
  if (status.fromColumn && columnByTarget['status'] === undefined) faults.push({ rule: 'status' });
  return faults;
}
