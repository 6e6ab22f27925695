/** Slugs of categories, for URLs. */
import type { Tx } from '../kernel/db/database.ts';
import { findSimilarSlugs } from './categories.sql.ts';

/** `Road damage!` becomes `road-damage`, in any script; a name without letters and digits becomes `category`. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'category';

/** A slug that no other category has, with a number if necessary. */
export async function createUniqueSlug(tx: Tx, name: string): Promise<string> {
  const slug = toSlug(name);
  const usedSlugs = await findSimilarSlugs(tx, slug);
  if (!usedSlugs.has(slug)) return slug;
  let number = 2;
  while (usedSlugs.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
