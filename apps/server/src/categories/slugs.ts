/** Slugs of categories, for URLs. */
import type { Tx } from '../kernel/db/database.ts';
import { toSlug } from '../kernel/slug.ts';
import { findSimilarSlugs } from './categories.sql.ts';

/** The slug of a name; `category` for a name without letters and digits. */
export const toCategorySlug = (name: string): string => toSlug(name) || 'category';

/** A slug that no other category has, with a number if necessary. */
export async function createUniqueSlug(tx: Tx, name: string): Promise<string> {
  const slug = toCategorySlug(name);
  const usedSlugs = await findSimilarSlugs(tx, slug);
  if (!usedSlugs.has(slug)) return slug;
  let number = 2;
  while (usedSlugs.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
