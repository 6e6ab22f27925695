/** Slugs: a category's name for addresses. */
import type { Tx } from '../kernel/db/database.ts';
import { findSimilarSlugs } from './categories.sql.ts';

/** `Road damage!` becomes `road-damage`, in any script; a name without letters and digits becomes `category`. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'category';

/** A slug for a name that nobody else has: with a number where there are namesakes. */
export async function createUniqueSlug(tx: Tx, name: string): Promise<string> {
  const slug = toSlug(name);
  const taken = await findSimilarSlugs(tx, slug);
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
