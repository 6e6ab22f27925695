/** Creates categories that rows name and that do not exist, for imports with the option `create_tags`. */
import { CategoryInput } from '@waypost/contract/categories/categories';
import type { PostInput } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { createCategory, createUniqueSlug, findVisibleCategories } from '../categories/categories.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';

/**
 * The categories that posts name in attributes which offer all categories. Attributes with a list of options are ignored:
 * only the survey's editor extends it.
 * @returns distinct names and ids, of existing categories too
 */
export function listNamedCategories(
  attributes: readonly AttributeRow[],
  inputs: readonly PostInput[],
): string[] {
  const openAttributes = attributes.filter(
    ({ type, options }) => fieldTypes[type].answerKind === 'category' && options.length === 0,
  );
  const named = inputs.flatMap(({ values = {}, tags }) => [
    ...openAttributes.flatMap(({ key }) => (Array.isArray(values[key]) ? (values[key] as unknown[]) : [])),
    ...(openAttributes.length > 0 ? (tags ?? []) : []),
  ]);
  const names = named.filter((name): name is string => typeof name === 'string' && name.trim() !== '');
  return [...new Set(names)];
}

/** Creates the missing categories. Invalid names are skipped: their rows are rejected later. */
export async function createMissingCategories(
  tx: Tx,
  viewer: Viewer,
  attributes: readonly AttributeRow[],
  inputs: readonly PostInput[],
): Promise<void> {
  const names = listNamedCategories(attributes, inputs);
  const existing = await findVisibleCategories(tx, viewer, names);
  const createdNames = new Set<string>();
  for (const name of names) {
    const normalizedName = name.trim().toLowerCase();
    if (existing.has(name) || createdNames.has(normalizedName)) continue;
    const input = CategoryInput.safeParse({ tag: name });
    if (!input.success) continue;
    createdNames.add(normalizedName);
    // Names that differ in punctuation only are categories of their own.
    await createCategory(tx, viewer, { ...input.data, slug: await createUniqueSlug(tx, name) });
  }
}
