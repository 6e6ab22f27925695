/** Making, changing and deleting categories (wire 2.5, spec 3 §4). */
import type { CategoryChange, CategoryInput } from '@waypost/contract/categories';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { defined } from '../kernel/defined.ts';
import { fault, notFound, translating } from '../kernel/problem.ts';
import { require, requireVisible } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { withdrawCategory } from '../surveys/surveys.public.ts';
import { categoryPrivileges } from './categories.rules.ts';
import {
  type CategoryRow,
  deleteCategoryRow,
  findCategory,
  insertCategory,
  lockCategories,
  passRoleToChildren,
  updateCategoryRow,
} from './categories.sql.ts';
import { chooseRole, requireParent } from './check-category.ts';
import { freeSlug, slugFrom } from './slugs.ts';

const promises = { categories_slug_once: () => fault('tags', 'slug', 'taken') };

async function existing(tx: Tx, id: number): Promise<CategoryRow> {
  const category = await findCategory(tx, id);
  if (!category) throw notFound('tags', id);
  return category;
}

/**
 * A category that the viewer may do something with.
 * @throws Problem 404 when there is none that the viewer may see; 401 or 403 when the viewer may see it and do no more
 */
async function categoryFor(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<CategoryRow> {
  const category = await existing(tx, id);
  requireVisible(viewer, categoryPrivileges(viewer, category), privilege, 'tags', id);
  return category;
}

/** A category that the viewer may see. */
export const readableCategory = (tx: Tx, viewer: Viewer, id: number): Promise<CategoryRow> =>
  categoryFor(tx, viewer, id, 'read');

/**
 * What to stand below: null means the top level, undefined that nothing was said. Clients send the whole category back, its
 * old `parent` too, and change `parent_id`: that one counts.
 */
const parentOf = (input: { parent_id?: number | null | undefined; parent?: number | null | undefined }) =>
  input.parent_id === undefined ? input.parent : input.parent_id;

export async function createCategory(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof CategoryInput>,
): Promise<CategoryRow> {
  require(viewer, categoryPrivileges(viewer, { role: null, parent_role: null }), 'create', 'tags');
  await lockCategories(tx);
  const parentId = parentOf(input) ?? null;
  const parent = parentId === null ? undefined : await requireParent(tx, parentId);
  const role = await chooseRole(tx, input.role, parent);
  const slug = input.slug ? slugFrom(input.slug) : await freeSlug(tx, input.tag);
  const { tag, type, priority, color = null, icon, description = null } = input;
  const row = {
    tag,
    type,
    priority,
    color,
    description,
    parent_id: parentId,
    role,
    slug,
    ...defined({ icon }),
  };
  return existing(tx, await translating(promises, () => insertCategory(tx, row)));
}

/** Clients send the name along as slug with every save: a slug that only repeats an unchanged name asks for nothing. */
function chooseSlug(before: CategoryRow, tag: string, asked: string | null | undefined): string {
  if (!asked) return before.slug;
  const slug = slugFrom(asked);
  return tag === before.tag && slug === slugFrom(tag) ? before.slug : slug;
}

/** Changes what is given. Below a new parent it takes over that parent's roles, and its children take over its own. */
export async function updateCategory(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof CategoryChange>,
): Promise<CategoryRow> {
  // Asked before the lock too, which nobody else is to wait for.
  await categoryFor(tx, viewer, id, 'update');
  await lockCategories(tx);
  const before = await categoryFor(tx, viewer, id, 'update');
  const asked = parentOf(change);
  const parentId = asked === undefined ? before.parent_id : asked;
  const parent = parentId === null ? undefined : await requireParent(tx, parentId, before);
  const isNewParent = parent !== undefined && parent.id !== before.parent_id;
  const askedRole = isNewParent ? undefined : change.role;
  const role =
    askedRole === undefined && !parent ? before.role : await chooseRole(tx, askedRole, parent, before.role);
  const { parent_id: _, parent: __, slug, ...rest } = change;
  await translating(promises, () =>
    updateCategoryRow(tx, id, {
      ...defined(rest),
      parent_id: parentId,
      role,
      slug: chooseSlug(before, change.tag ?? before.tag, slug),
    }),
  );
  await passRoleToChildren(tx, id, role);
  return existing(tx, id);
}

/** Its children move to the top level; surveys offer it no longer. */
export async function deleteCategory(tx: Tx, viewer: Viewer, id: number): Promise<CategoryRow> {
  await categoryFor(tx, viewer, id, 'delete');
  await lockCategories(tx);
  const category = await categoryFor(tx, viewer, id, 'delete');
  await withdrawCategory(tx, id);
  await deleteCategoryRow(tx, id);
  return category;
}
