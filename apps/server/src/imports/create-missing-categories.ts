/** Categories that rows name and that are to be made, where somebody asked for it. */
import { CategoryInput } from '@waypost/contract/categories/categories';
import type { PostInput } from '@waypost/contract/posts/posts';
import { createCategory, findCategories } from '../categories/categories.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';

/**
 * What posts name in fields that offer every category: a field that offers only some is for the survey's editor to widen.
 * @returns names, each once; ids and names that exist among them
 */
export function listNamedCategories(
  attributes: readonly AttributeRow[],
  inputs: readonly PostInput[],
): string[] {
  const open = attributes.filter((it) => it.type === 'tags' && it.options.length === 0);
  const named = inputs.flatMap(({ values = {}, tags }) => [
    ...open.flatMap(({ key }) => (Array.isArray(values[key]) ? (values[key] as unknown[]) : [])),
    ...(open.length > 0 ? (tags ?? []) : []),
  ]);
  const names = named.filter((it): it is string => typeof it === 'string' && it.trim() !== '');
  return [...new Set(names)];
}

/** Makes those that are missing. A name that no category may have is left for the row to be refused. */
export async function createMissingCategories(
  tx: Tx,
  viewer: Viewer,
  attributes: readonly AttributeRow[],
  inputs: readonly PostInput[],
): Promise<void> {
  const names = listNamedCategories(attributes, inputs);
  const known = await findCategories(tx, names);
  const made = new Set<string>();
  for (const name of names) {
    const folded = name.trim().toLowerCase();
    if (known.has(name) || made.has(folded)) continue;
    const input = CategoryInput.safeParse({ tag: name });
    if (!input.success) continue;
    made.add(folded);
    await createCategory(tx, viewer, input.data);
  }
}
