/** What a column of a CSV file can be for (wire 2.16): a property of the post, or an attribute of its survey. Pure. */
import type { AttributeRules } from './survey.ts';

/** Properties of a post that a column can set, by the wire's names. */
export const properties = [
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
export type Property = (typeof properties)[number];

/** A column as the mapping has it, understood. */
export type Target<A extends AttributeRules = AttributeRules> =
  | { column: number; name: string; property: Property }
  | {
      column: number;
      name: string;
      attribute: A;
      /** Half of a place. */
      part?: 'lat' | 'lon';
      /** Which of several answers, from 0. */
      index?: number;
    };

const isProperty = (name: string): name is Property => properties.some((it) => it === name);

const suffix = /^(.+)\.(lat|lon|\d{1,3})$/;

/** `title`, `values.KEY`, `KEY`, `KEY.lat`, `KEY.0`, as clients write them; undefined for what the survey does not have. */
export function readTarget<A extends AttributeRules>(
  name: string,
  column: number,
  attributes: readonly A[],
): Target<A> | undefined {
  if (isProperty(name)) return { column, name, property: name };
  if (name === 'form_id') return { column, name, property: 'form' };
  const key = name.replace(/^values\./, '');
  const whole = attributes.find((it) => it.key === key || it.key === name);
  if (whole?.type === 'title') return { column, name: 'title', property: 'title' };
  if (whole?.type === 'description') return { column, name: 'content', property: 'content' };
  if (whole) return { column, name: whole.key, attribute: whole };
  const [, before, after = ''] = suffix.exec(key) ?? [];
  const attribute = attributes.find((it) => it.key === before);
  if (!attribute) return undefined;
  const isPart = after === 'lat' || after === 'lon';
  if (isPart !== (attribute.type === 'point')) return undefined;
  return isPart
    ? { column, name: key, attribute, part: after }
    : { column, name: key, attribute, index: Number(after) };
}

/** What is wrong with a mapping. `fields` are labels, or names of properties. */
export type MappingFault =
  | { rule: 'csvUnknown'; value: string }
  | { rule: 'csvNone' | 'csvStatus' }
  | { rule: 'csvTwice' | 'csvRequired' | 'csvPlace'; fields: string[] };

/** What a target is called on screen and in faults. */
export const labelOf = (target: Target): string =>
  'property' in target
    ? target.property
    : target.part
      ? `${target.attribute.label}.${target.part}`
      : target.attribute.label;

export interface Mapping<A extends AttributeRules = AttributeRules> {
  targets: Target<A>[];
  faults: MappingFault[];
}

/**
 * Reads a mapping and checks it.
 * @param mapsTo what each column is for; null skips one
 * @param attributes those that the importer sees
 * @param hasFixedStatus every row gets the same status
 */
export function readMapping<A extends AttributeRules>(
  mapsTo: readonly (string | null)[],
  attributes: readonly A[],
  hasFixedStatus: boolean,
): Mapping<A> {
  const targets: Target<A>[] = [];
  const faults: MappingFault[] = [];
  for (const [column, name] of mapsTo.entries()) {
    if (name === null) continue;
    const target = readTarget(name, column, attributes);
    if (target) targets.push(target);
    else faults.push({ rule: 'csvUnknown', value: name });
  }
  if (targets.length === 0 && faults.length === 0) faults.push({ rule: 'csvNone' });
  const twice = targets.filter((it, at) => targets.findIndex((other) => other.name === it.name) !== at);
  if (twice.length > 0) faults.push({ rule: 'csvTwice', fields: [...new Set(twice.map(labelOf))] });
  const halves = targets.flatMap((it) =>
    'attribute' in it && it.attribute.type === 'point' ? [[it.attribute, it.part] as const] : [],
  );
  const alone = halves.filter(
    ([attribute, part]) =>
      !part || !halves.some(([other, half]) => other === attribute && half && half !== part),
  );
  if (alone.length > 0)
    faults.push({ rule: 'csvPlace', fields: [...new Set(alone.map(([{ label }]) => label))] });
  if (hasFixedStatus && targets.some((it) => 'property' in it && it.property === 'status'))
    faults.push({ rule: 'csvStatus' });
  return { targets, faults };
}
