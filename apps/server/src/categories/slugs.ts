/** Slugs of categories, for URLs. */
import type { Tx } from '../kernel/db/database.ts';
import { toSlug } from '../kernel/slug.ts';
import { findSimilarSlugs } from './categories.sql.ts';

/** The slug of a name; for a name without letters and digits `category`, with a number if another category has it. */
export const toCategorySlug = async (tx: Tx, name: string): Promise<string> =>
  toSlug(name) || createUniqueSlug(tx, 'category');

/** A slug that no other category has, with a number if necessary. */
export async function createUniqueSlug(tx: Tx, name: string): Promise<string> {
  const slug = toSlug(name) || 'category';
  const usedSlugs = await findSimilarSlugs(tx, slug);
  if (!usedSlugs.has(slug)) return slug;
  let number = 2;
  while (usedSlugs.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
