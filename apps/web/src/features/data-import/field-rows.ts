/** The fields that columns can be given to, what was given, and what is still wrong with it (spec 3 §5). Pure. */
import type { Attribute } from '@waypost/contract/attributes';
import type { Task } from '@waypost/contract/tasks';
import { attributesInOrder, attributesOf, tasksInOrder } from '@waypost/survey-logic/survey';

/** A field, or half of a place. */
export interface FieldRow {
  /** As the wire's `maps_to` has it. */
  target: string;
  label: string;
  /** Half of a place, told after the label. */
  part?: 'lat' | 'lon';
  isRequired: boolean;
}

export interface FieldGroup {
  /** Null: what every post has, whatever its survey. */
  task: Task | null;
  rows: FieldRow[];
}

/** What properties are called where the survey has no words of its own for them. */
export interface PropertyNames {
  title: string;
  content: string;
  post_date: string;
  author_realname: string;
  author_email: string;
}

function rowsOf(attribute: Attribute, isReport: boolean): FieldRow[] {
  const { key, label } = attribute;
  const isRequired = isReport && attribute.required;
  if (attribute.type === 'point')
    return (['lat', 'lon'] as const).map((part) => ({ target: `${key}.${part}`, label, part, isRequired }));
  return [{ target: key, label, isRequired }];
}

/** Title and text are due in every survey (spec 3 §5); what belongs to a further task is done later. */
export function fieldGroups(
  tasks: readonly Task[],
  attributes: readonly Attribute[],
  names: PropertyNames,
): FieldGroup[] {
  const all = attributesInOrder({ tasks, attributes });
  const words = (type: 'title' | 'description') => all.find((it) => it.type === type)?.label;
  const asked = tasksInOrder(tasks).map((task): FieldGroup => {
    const own = attributesOf(attributes, task.id).filter(
      (it) => it.type !== 'title' && it.type !== 'description',
    );
    const rows = own.flatMap((it) => rowsOf(it, task.type === 'post'));
    if (task.type !== 'post') return { task, rows };
    const always: FieldRow[] = [
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

/** Columns by what they are given to. */
export type Given = Readonly<Record<string, number>>;

export const givenFrom = (mapsTo: readonly (string | null)[]): Given =>
  Object.fromEntries(mapsTo.flatMap((target, at) => (target === null ? [] : [[target, at]])));

/** The same as the wire has it, by column. */
export function mapsToFrom(given: Given, columns: number): (string | null)[] {
  const mapsTo: (string | null)[] = Array.from({ length: columns }, () => null);
  for (const [target, at] of Object.entries(given)) mapsTo[at] = target;
  return mapsTo;
}

export type GivenFault =
  | { rule: 'none' | 'status' }
  | { rule: 'twice'; column: number; targets: string[] }
  | { rule: 'required'; targets: string[] }
  | { rule: 'place'; targets: string[] };

/** What keeps the import from being started, in the order in which it is mended. */
export function faultsOfGiven(
  given: Given,
  rows: readonly FieldRow[],
  status: { fromColumn: boolean },
): GivenFault[] {
  const faults: GivenFault[] = [];
  const targets = Object.keys(given).filter((it) => it !== 'status');
  if (targets.length === 0) faults.push({ rule: 'none' });
  const byColumn = new Map<number, string[]>();
  for (const [target, at] of Object.entries(given)) byColumn.set(at, [...(byColumn.get(at) ?? []), target]);
  for (const [column, same] of byColumn)
    if (same.length > 1) faults.push({ rule: 'twice', column, targets: same });
  const missing = rows.filter((row) => row.isRequired && given[row.target] === undefined);
  if (targets.length > 0 && missing.length > 0)
    faults.push({ rule: 'required', targets: missing.map((row) => row.target) });
  const halves = rows.filter((row) => row.part && !row.isRequired && given[row.target] === undefined);
  const alone = halves.filter((row) => {
    const stem = row.target.slice(0, -4);
    return given[`${stem}.${row.part === 'lat' ? 'lon' : 'lat'}`] !== undefined;
  });
  if (alone.length > 0) faults.push({ rule: 'place', targets: alone.map((row) => row.target) });
  if (status.fromColumn && given['status'] === undefined) faults.push({ rule: 'status' });
  return faults;
}
